"""The reconstructed board of Africa 1880 as docs/rules.md 8.6 tells it, and rulebooks for tests."""

from conquestlab.analysis.rules.rulebook import load

RULES = "africa-1880"
NATIONS = ("great_britain", "france", "germany", "italy", "netherlands", "belgium")
STARTS = ("alexandrie", "alger", "dahomey", "mogadiscio", "cape_town", "angola")
YEARS = (1880, 1885, 1890, 1895, 1900, 1905, 1910, 1914)
INLAND = ("abyssinie", "haut_congo", "katanga", "khartoum", "ouganda", "sahara", "tchad", "tombouctou",
          "transvaal")  # fmt: skip
BOARD = """
abyssinie 3: khartoum massaoua mogadiscio mombasa ouganda
alexandrie 4: khartoum massaoua tripoli
alger 3: maroc sahara tunis
angola 3: congo damaraland katanga
cameroun 3: gabon lagos tchad
cape_town 4: damaraland mozambique transvaal
congo 3: angola gabon haut_congo katanga
cote_de_l_or 3: dahomey freetown tombouctou
dahomey 3: cote_de_l_or lagos tombouctou
dakar 3: freetown rio_de_oro tombouctou
damaraland 2: angola cape_town transvaal
freetown 3: cote_de_l_or dakar tombouctou
gabon 2: cameroun congo haut_congo tchad
haut_congo 3: congo gabon katanga khartoum ouganda tchad zanzibar
katanga 3: angola congo haut_congo mozambique transvaal zanzibar
khartoum 3: abyssinie alexandrie haut_congo massaoua ouganda tchad tripoli
lagos 4: cameroun dahomey sahara tchad tombouctou
madagascar 3: mozambique
maroc 3: alger rio_de_oro sahara
massaoua 2: abyssinie alexandrie khartoum mogadiscio
mogadiscio 2: abyssinie massaoua mombasa
mombasa 3: abyssinie mogadiscio ouganda zanzibar
mozambique 3: cape_town katanga madagascar transvaal zanzibar
ouganda 3: abyssinie haut_congo khartoum mombasa zanzibar
rio_de_oro 1: dakar maroc sahara tombouctou
sahara 1: alger lagos maroc rio_de_oro tchad tombouctou tripoli tunis
tchad 2: cameroun gabon haut_congo khartoum lagos sahara tripoli
tombouctou 2: cote_de_l_or dahomey dakar freetown lagos rio_de_oro sahara
transvaal 4: cape_town damaraland katanga mozambique
tripoli 2: alexandrie khartoum sahara tchad tunis
tunis 2: alger sahara tripoli
zanzibar 3: haut_congo katanga mombasa mozambique ouganda
"""


def _read(line):
    head, near = line.split(": ")
    territory, squares = head.split()
    return territory, int(squares), tuple(near.split())


LINES = [_read(line) for line in BOARD.strip().splitlines()]
SQUARES = {territory: squares for territory, squares, _ in LINES}
NEAR = {territory: near for territory, _, near in LINES}
COASTS = tuple(territory for territory in SQUARES if territory not in INLAND)


def rulebook(**changes):
    """Return the rulebook of Africa 1880 with some values changed; `__` stands for a dot."""
    parts = [f"{key.replace('__', '.')}={shown(value)}" for key, value in changes.items()]
    return load(",".join([RULES, *parts]))


def shown(value):
    """Return a value as it is typed."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(shown, value)) + "]"
    return str(value)
