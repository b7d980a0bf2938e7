"""The window: widgets that show and ask. Rules and queries live in the packages below.

What needs no Qt is imported here, before anything that does: once PySide6 is loaded, its import
hook reads the source of every module that follows, which cost a tenth of the start.
"""

import lastdays.campaign.campaigns
import lastdays.campaign.groups
import lastdays.ui.navigation
