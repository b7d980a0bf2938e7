"""The news of a campaign as an Atom feed (RFC 4287), for readers that tell of new games. Its template is
in `resources/website`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter

from msgspec.structs import replace

from lastdays.campaign.exchange.sharing import load_templates, printable
from lastdays.language import tag
from lastdays.values import Value

#: The file of the feed.
FEED = "feed.xml"
#: The most entries: those that are older are read on the pages.
NEWS_MOST = 30
#: Whose ids they are (RFC 4151). The ids of a campaign stay when its pages move, so they don't begin with
#: their address; a name that ends so can't be anybody else's (RFC 2606).
_AUTHORITY = "tag:lastdays.invalid,2026:"


class News(Value):
    """A game or an entry of the chronicle in a feed: its lasting key, its day, as '2026-10-03', '' if
    unknown, what it is, what happened, and its page."""

    key: str
    day: str
    heading: str
    text: str
    page: str


def feed_of(key: str, name: str, news: Iterable[News], address: str = "") -> bytes:
    """Return the feed of a campaign, b'' if none of its news has a day.

    `key` is what always tells the campaign from others, `news` are in the order of their days within
    each season, `address` is that of the pages, '' if it isn't known: then links are relative, as
    between the pages.
    """
    dated = sorted(_news_with_days(news), key=attrgetter("day"))
    if not dated:
        return b""
    latest_first = dated[::-1][:NEWS_MOST]
    template = load_templates().get_template(FEED)
    text = template.render(
        id=f"{_AUTHORITY}{key}",
        name=name,
        language=tag(),
        updated=dated[-1].day,
        news=latest_first,
        address=address,
        file=FEED,
    )
    return printable(text).encode("utf-8", "replace")


def _news_with_days(news: Iterable[News]) -> Iterator[News]:
    """Yield the news, each without a day with that of the one before it; the first ones without any day
    are left out."""
    day = ""
    for entry in news:
        day = entry.day or day
        if day:
            yield replace(entry, day=day)
