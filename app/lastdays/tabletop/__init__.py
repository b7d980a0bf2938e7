"""The trackers: what is on the table as a value, and the events that change it. Nothing here knows
a store or a window: plain values go in and come out.
"""
