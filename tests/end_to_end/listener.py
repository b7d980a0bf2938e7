"""A screen reader of the plainest kind: prints what it is told, a line each as JSON.

It runs under the system's Python, which has pyatspi, beside the program. At the announcement
"read" it reads the whole program.
"""

import json

import pyatspi


def tell(kind, **words):
    """Says one thing."""
    print(json.dumps({"kind": kind, **words}), flush=True)


def value_of(source):
    """What a control's number is, and its limit; None for what has none."""
    try:
        value = source.queryValue()
    except NotImplementedError:
        return None
    return [value.minimumValue, value.currentValue, value.maximumValue]


def read(source):
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


def announced(event):
    """Speaks what nobody has gone to."""
    text = str(event.any_data)
    if text == "read" and not done:
        done.append(text)
        read(event.source)
        tell("end")
    elif text != "read":
        tell("announcement", name=text)


def valued(event):
    """Speaks a number that changed."""
    tell("value", name=event.source.name, value=value_of(event.source))


done = []
pyatspi.Registry.registerEventListener(announced, "object:announcement")
pyatspi.Registry.registerEventListener(valued, "object:property-change:accessible-value")
tell("ready")
pyatspi.Registry.start()
