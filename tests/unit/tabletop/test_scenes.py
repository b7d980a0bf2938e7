"""What the table of each game shows, asks and says in scenes that differ in kind, held as text.

`reading` says what a line of a scene is; `make snapshots` renews the texts.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from lastdays.tabletop.games import GAMES
from unit.tabletop.declared_by_chance import CHOICES
from unit.tabletop.declaring import NAMES, Party
from unit.tabletop.playing import match_of
from unit.tabletop.reading import read
from unit.tabletop.telling import Told, stories

LAST_DAYS = stories("""
A turn is played | zeke mo:heavy-club vs carl
    table; whole A1; next; due; roll-off A,B 4 1; start-zombie Z1; zombies-done; due; to action; due
    initiative 6 3 aggressor; due; activate A1; look A1; act A1 locked-and-loaded; finish A1; table
    to shooting; due; form shot B1; shoot B1.g1 A1 5 1; to close-quarters; due; to end; due; next; due
Sides are chosen and somebody comes later | zeke mo vs carl al bo cy @bushwhack
    table; look A; try sides; defend B; due; look B4; arrive B4; stay-away A2 missing; table
An escape needs its vehicle | zeke vs carl @the-escape
    table; action; activate A1; look table; set A1 ap=9; try act A1 interact vehicle 4
    act A1 interact vehicle 5; set table repairs=6; due; table
A captive is carried | zeke mo vs carl @@rescue
    due; action; carry B1 P1; out B1 A1; look P1; activate A1; act A1 interact captive/P1; look A1
    leave A1; table
A home is defended behind its doors | zeke mo vs carl @@home-defense
    due; action; to close-quarters; look Z1; look T1; form door Z1; try beat-door Z1 T1 1
    try beat-door Z1 T1 5; set T1 damage=2; beat-door Z1 T1 1; look T1
What an active model may do, and why not | zeke:revolver,semi-automatic,noisemaker,climbing-gear/free-runner,sprinter,tag-team,entry-man,gear-head mo vs carl @the-escape
    place door; place ladder; set A1.g1 ammo=1; set A2 carries=token; action; look A1
    activate A1; look A1; try act A1 move 3; try act A1 run 3; try act A1 difficult 2; try act A1 climb 1
    try act A1 jump; try act A1 door T1; try act A1 noisemaker; try act A1 climbing-gear
    try act A1 leave; try act A1 tag-team A2 3; try act A1 tag-team A2 2; try act A1 entry-man T1 1
    try act A1 interact token; try act A1 interact take/A2; try act A1 interact other; act A1 interact token
    set A1 ap=0; look A1; can't activate B1
Fire beside the one who acts | zeke mo vs carl
    place fire; action; look T1; try activate A1 yes 2; activate A1 no; look T1
Two spring an ambush | zeke/ambushers mo ed vs carl
    try ambush A1 A1 A2 nobody 6 3; ambush A1 A1 A2 A3 3 3 5
A dog | rex vs carl
    action; activate A1; look A1
A shot at somebody | zeke:revolver,fire-bomb,pump-action-shotgun/gunfighter mo vs carl
    action; to shooting; form shot A1; form shot A1 target=B1; form shot A1 target=B1 cover=cover
    form shot A1 target=Z1 close=yes; form shot A1 gun=A1.g3 target=B1; form shot A1 two=yes target=B1
    try shoot A1.g1 B1 4 2; try shoot A1.g1 B1 3; try shoot A1.g1 B1 cover=cover 4
    try shoot A1.g1 Z1 3 5; try shoot A1.g1 Z1 2; shoot A1.g1 B1 4 6; form shot A1 target=B1
    due
A bomb is thrown at everybody | zeke:fire-bomb mo vs carl
    action; to shooting; form shot A1 target=ground; try shoot A1.g1 B1 6 Z1 nobody 1 4
    shoot A1.g1 ground 4 nobody; table
Shots that need skill | zeke:hunting-rifle/sniper,double-tap,fire-and-maneuver vs carl
    action; to shooting; form shot A1 target=B1; form shot A1 target=Z1 step=2; try shoot A1.g1 Z1 step=1 5 4
Shots at those who act | zeke:semi-automatic,fire-bomb/gunfighter mo vs carl/situational-awareness
    action; set A1 locked=1 locked_turn=1; set table active=B1; form locked A1; form locked A1 target=B1
    look A1; try shoot A1.g1 B1 locked=yes 6; try shoot A1.g1 B1 locked=yes 3 4
    set A1.g1 snaps=2; look A1; set A1.g1 snaps=0; set table phase=zombies active=Z1; table A1; table A2
    set A2 locked=1 locked_turn=1; table A1; look Z1
A fight with knife and club | zeke/disarm,subdue,crowd-control mo vs carl
    action; touch A1 B1; to close-quarters; look A1; form fight A1; form fight A1 defender=B1
    try fight A1 B1 arms=A1.b1 guard=B1.b1 3 4; try fight A1 B1 arms=A1.b1 guard=B1.b1 2 4
    try fight A1 B1 arms=A1.b1 guard=B1.b1 6 1 disarm 1; try subdue A1 3 3; try subdue A1 1 6
    touch A1 Z1; form fight A1 defender=Z1; fight A1 B1 arms=A1.b1 guard=B1.b1 1 3; due
    can't fight Z1 A1 guard=A1.b1; fight B1 A1 arms=B1.b1 guard=A1.b1 3 3; phase zombies; phase close-quarters; fight Z1 A1 guard=A1.b1 6 1 6; table
Friends who help to fight, and a model in a crowd | zeke/frontline-fighter mo/frontline-fighter vs carl lou
    action; touch A1 B1; touch A1 B2; touch A2 Z1; to close-quarters; form fight A1 defender=B1; form fight B2
    form fight A2; out A2 ''; form fight A1 defender=B2; due
A side by itself | zeke/sprinter mo:knife
    table; to action; set table aggressor=A; set A1 sprint=2; due; look A2; activate A2; look A2; finish A2; set A1 carries=token; out A1 ''
    whole A1; set table tokens=0; whole A1; table
A chainsaw | zeke:chainsaw vs carl
    action; touch A1 B1; to close-quarters; form fight A1 defender=B1; fight A1 B1 6 1; due
Zombies come near | zeke/inspirational-presence mo vs carl
    form contact A1; try contact A1 Z1 2; try contact A1 Z1 1 3; try contact A2 Z1 yes; try contact A2 Z1 no
    try horror A1 Z1 1 3; form out A1; form out Z1; out A2 B1; zombie-down Z1 ''; form out A2; form out Z1
Noise wakes them, ammunition runs out, and they move | zeke vs carl
    place noisemaker; set A1 noise=7; set A1.g1 ammo=2; to noise; table; look A1; try noise A1 5; noise A1 6
    next; due; try ammo A1.g1 3; ammo A1.g1 4; next; due; try roll-off A,B 3 3 2 4; roll-off A,B 4 1
    set Z3 knock=9; look Z1; start-zombie Z1; start-zombie Z3; look Z3; zombies-done; table
Somebody stands in the noise's way | zeke vs carl lou @@bushwhack
    set B2 part=held-back; set A1 noise=7; to noise; try noise A1; try noise A1 zombie; due
A roll for initiative | zeke/tactical-acumen mo vs carl
    to action; due; try initiative 4+3; try initiative 1+6 1
Nerves break, and a Leader is named | zeke/rallying-cry mo ed vs carl
    action; out A2 ''; to end; due; look A; try breaking A 4; try breaking A 5 yes 1; try breaking A 5 no
    set table turn=3; try breaking A; out A1 B1; look A3; try leader A; leads A3; due
Fires, doors and alarms | zeke mo vs carl
    place fire; place door; place alarm; place ladder; place other; look T1; look T2; look T3
    try hurt A1 strength=2 4; try hurt A1 6; try hurt Z1 strength=6 1; action; try activate A1 yes 3
    try activate A1 no; form fall A1; form dance A1; set-off T3; table
    to shooting; try shoot A1.g1 B1 vehicle=T3 1 5
Everything counted and marked by hand | zeke:revolver,fire-bomb,booze,noisemaker,tactical-vest mo vs carl
    set A1 noise=3; to noise; count A1.noise +2; count A1.noise -9; count A1.damage +1; count A1.g1.ammo +1
    mark A1.acted; mark A1.g1.empty; mark A1.g1.gone; mark A1.locked; mark Z1.token; mark A1.booze
    can't mark Z1.run; can't count Z9.ap +1; out B1 A1; credit B1 A2; credit B1 zombie; back B1
    carry A1 token; leave A1; can't leave A1; back A1; zombie-down Z1 A1; zombie-up Z1; zombie
    rename Z1 Grandpa; roles aggressor=B; stay-away A2 held-back; arrive A2
    use-up A1 zeke-3-noisemaker; phase shooting; can't phase tea; leads A2; table; whole A1
""")

OTHERS = stories("""
The first players meet in Zombie Town | zombie-town players=3
    table; next; look p1; wall b1 3 1; look b1; draw p1 kept; draw p1 zombie-event no; free p1; can't free p1
    store p1 2; attack c1 g1 jammed g1 0; table; look c1
A house is overrun in Zombie Town | zombie-town players=3
    next; set p1 hand=3 actions=9 killed=80; wall b2 4 1; look w1; tear p1; join c1; arms p1; gone g2
    count c2.life -4; look c2; look p2; table
Zombies race | zombies players=2
    table; look p1; next!; due; to fight p2; try fight p2 6; mark p1.home; count p1.zombies +25; due; beyond; table
A rescue of zombies' prey | zombies players=3 scenario=rescue
    table; look p1
A last night for two | last-night players=2
    table; look h1; look p1; next!; kill h1; table; look p2
A manor by night | last-night players=4 rules=advanced scenario=manor
    table; kill h1 p1; item h5 weapon=yes; look h5; card p1; marker sort=gas name=gas card=k1
    marker sort=pit name=pit; to heroes; table; look p1
Nobody wants to be last | last-one-alive players=3
    table; look p1; next!; due
With more dice, tokens and lives | last-one-alive players=3 night=yes lives=yes everywhere=yes dice=20 tokens=15
    look p1; next!; look p2; table
""")


def titles(found: Mapping[str, list[str]]) -> list[object]:
    return [pytest.param(title, id=title.partition(" | ")[0]) for title in found]


def text(told: Told, lines: list[str]) -> str:
    return "\n".join(read(told, lines)) + "\n"


@pytest.mark.parametrize("title", titles(LAST_DAYS))
def test_last_days(title: str, snapshot: SnapshotAssertion) -> None:
    assert text(match_of(title.partition(" | ")[2]), LAST_DAYS[title]) == snapshot


@pytest.mark.parametrize("title", titles(OTHERS))
def test_other_games(title: str, snapshot: SnapshotAssertion) -> None:
    key, *words = title.partition(" | ")[2].split()
    chosen = dict(word.split("=") for word in words)
    party = Party(GAMES[key], int(chosen.pop("players")), **chosen)
    assert text(party, OTHERS[title]) == snapshot


@pytest.mark.parametrize("key", CHOICES)
def test_what_is_set_up_for_the_fewest_and_the_most(key: str, snapshot: SnapshotAssertion) -> None:
    game, lines = GAMES[key], list[str]()
    for chosen in CHOICES[key]:
        for players in game.seats:
            words = ", ".join(f"{name} {value}" for name, value in chosen.items()) or "as usual"
            lines += [f"{players} players, {words}", *(
                f"  {line}" for line in game.checklist(game.begin(NAMES[:players], chosen))
            )]  # fmt: skip
    assert "\n".join(lines) + "\n" == snapshot
