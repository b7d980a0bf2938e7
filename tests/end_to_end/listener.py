"""A screen reader of the plainest kind: prints what it is told, a line each as JSON.

It runs under the system's Python, which has pyatspi, beside the program. At the announcement
"read" it reads the whole program.
"""

import json
from typing import Any

import pyatspi
from gi.repository import Atspi


def tell(kind: str, **words: Any) -> None:
    """Says one thing."""
    print(json.dumps({"kind": kind, **words}), flush=True)


def value_of(source: Any) -> list[Any] | None:
    """What a control's number is, and its limit; None for what has none."""
    try:
        value = source.queryValue()
    except NotImplementedError:
        return None
    return [value.minimumValue, value.currentValue, value.maximumValue]


def read(source: Any) -> None:
    """Reads a control and all in it."""
    states = source.getState()
    tell(
        "control",
        role=source.getRoleName(),
        name=source.name,
        value=value_of(source),
        on=states.contains(pyatspi.STATE_CHECKED),
    )
    for n in range(source.childCount):
        read(source.getChildAtIndex(n))


def announced(event: Any) -> None:
    """Speaks what nobody has gone to."""
    text = str(event.any_data)
    if text == "read" and not done:
        done.append(text)
        read(event.source)
        tell("end")
    elif text != "read":
        tell("announcement", name=text)


def focused(event: Any) -> None:
    """Speaks what has the keyboard now: what it is, whose label it has, what is said about it."""
    if not event.detail1:
        return
    source = event.source
    if source is None:  # gone before anybody could ask
        return
    labels = [
        relation.getTarget(0).name
        for relation in source.getRelationSet()
        if relation.getRelationType() == pyatspi.RELATION_LABELLED_BY
    ]
    tell(
        "focus",
        role=source.getRoleName(),
        name=source.name,
        about=source.description,
        labels=labels,
        value=value_of(source),
    )


def renamed(event: Any) -> None:
    """Speaks what is called otherwise now. Who doesn't ask for it has the old name from a cache."""
    if event.source is not None:
        tell("name", role=event.source.getRoleName(), name=str(event.any_data))


def valued(event: Any) -> None:
    """Speaks a number that changed."""
    tell("value", name=event.source.name, value=value_of(event.source))


done: list[Any] = []
Atspi.set_timeout(-1, -1)  # a program that is busy answers when it is done
pyatspi.Registry.registerEventListener(announced, "object:announcement")
pyatspi.Registry.registerEventListener(renamed, "object:property-change:accessible-name")
pyatspi.Registry.registerEventListener(valued, "object:property-change:accessible-value")
pyatspi.Registry.registerEventListener(focused, "object:state-changed:focused")
tell("ready")
pyatspi.Registry.start()
