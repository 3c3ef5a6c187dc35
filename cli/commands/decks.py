"""`cardrules decks`: shuffled packs and dealers of games, to publish the deals of an experiment."""

from __future__ import annotations

import json

import click

from .. import options


@click.command("decks")
@click.argument("file")
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=1,
    show_default=True,
    help="Of how many games.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the first game.")
@options.player_count
@options.settings
@options.variant
@options.single_deal
@click.option("--pbn", "bridge", is_flag=True, help="Print the hands in Portable Bridge Notation instead.")
def command(
    file: str,
    games: int,
    seed: int,
    players: int | None,
    settings: tuple[str, ...],
    variant: str | None,
    single_deal: bool,
    bridge: bool,
) -> None:
    """Print the order of the pack and the dealer in games of FILE, as JSON.

    A deck is the pack after the first shuffle, the card that is dealt first at the front; at
    several tables there is a list of decks. A dealer is a seat, from 0; at several tables it is
    null, because each has its own. `Game.new_initial_state(seed, deck=..., dealer=...)` plays with
    both. Each game has the next seed, as in simulations. docs/reproducibility.md tells more.
    """
    from ...interpreter.play.game import Game
    from ..loading import load

    rules = load(file, players=players, settings=settings, variant=variant, single_deal=single_deal)
    game = Game(rules)
    if bridge:
        from ...interpreter.game.setup.opening import dealt
        from ...interpreter.interchange import pbn

        deals = (
            pbn.written(rules, dealt(rules, each), number) for number, each in enumerate(range(seed, seed + games), 1)
        )
        click.echo("\n".join(deals), nl=False)
        return
    data = {
        **rules.settings(),
        **rules.origin,
        "games": [
            {"seed": each, "dealer": game.first_dealer(each), "deck": game.first_deck(each)}
            for each in range(seed, seed + games)
        ],
    }
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))
