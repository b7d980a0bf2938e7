"""The tab of a campaign's own rules: what its players wrote, the form of one of them, and how that will
look."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.overview import Overview
from lastdays.campaign.rule_drafts import RuleDraft, RuleDrafts, stored_fields
from lastdays.language import _, begun, dotted, joined
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import NO_RULES, OwnRules, WrittenRule, fields_of
from lastdays.rulebook.own_entries import ENTRY_KINDS
from lastdays.rulebook.own_words import FormWords, in_short, kinds_of_forms
from lastdays.rulebook.sources import Fault
from lastdays.ui.forms.entry_fields import Around
from lastdays.ui.forms.entry_form import EntryForm, Wrong
from lastdays.ui.models.rows import Cell, Row
from lastdays.ui.models.rule_preview import preview_rows
from lastdays.ui.page import Page
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets import dialogs
from lastdays.ui.widgets.parts import (
    Flow,
    MoreButton,
    OneLine,
    OneOf,
    Panel,
    Picker,
    Plain,
    PressedButton,
    Turning,
    allow,
    button,
    clear,
    column,
    entry,
    grid,
    holder,
    label,
    row,
    scrolling,
    sentence,
    show_text,
)
from lastdays.ui.widgets.table import Table

#: The height of a row of the list, in pixels at 100 %.
ROW = 36
#: What parts the kind of a rule from its key in a row's key.
_APART = "/"
#: A rule by its kind and its key, which is '' until it is first stored.
RuleId = tuple[str, str]


def _row_key(id_: RuleId) -> str:
    return _APART.join(id_)


def _place(fault: Fault, fields: Container[str]) -> tuple[str, ...]:
    """Return where a fault is: the name of a field, and places in it. What is wrong with several fields
    together begins with the name of the first of them."""
    if fault.field:
        return tuple(fault.field.split("."))
    named = fault.text.partition(":")[0].split(" ")[0]
    return (named,) if named in fields else ()


def _captions(words: FormWords, names: Iterable[str]) -> str:
    """List what fields are called, each once."""
    return joined(tuple(words.caption(name) for name in dict.fromkeys(names)))


class RulePreview(Panel):
    """A rule as it will look."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.rows = Table(
            ("", ""),
            _("As it will look"),
            services.theme,
            1,
            look="reading",
            wrap=True,
            least_rows=4,
        )
        inside = column(label(_("As it will look"), "heading"), (self.rows, 1), margin=14)
        self.setLayout(inside)

    def show_rule(self, rule: WrittenRule | None, book: Catalogue) -> None:
        """Show a rule as it is in a rulebook; nothing of one that can't be read yet."""
        rows = [] if rule is None else preview_rows(rule, book)
        self.rows.rows.set_rows(rows)


class KindsPanel(Panel):
    """What kinds of rules there are, each with a button that begins one; of one kind if it is chosen."""

    def __init__(self, panel: OurRulesPanel) -> None:
        super().__init__()
        self._panel = panel
        self.title = label("", "question")
        self.about = sentence("", "")
        self.buttons: dict[str, PressedButton] = {}
        self._says: dict[str, QWidget] = {}
        laid = grid(14, 16)
        for down, kind in enumerate(kinds_of_forms()):
            words = FormWords(kind)
            self.buttons[kind] = button(words.new, partial(panel.begin, kind))
            self._says[kind] = sentence(words.about)
            laid.addWidget(self.buttons[kind], down, 0, Qt.AlignmentFlag.AlignTop)
            laid.addWidget(self._says[kind], down, 1)
        laid.setColumnStretch(1, 1)
        self.of_book = _OfBook(panel)
        inside = holder(column(laid, self.of_book, 1, spacing=14))
        self.setLayout(
            column(self.title, self.about, (scrolling(inside), 1), spacing=14, margin=16)
        )

    def show_kind(self, chosen: str) -> None:
        """Show a kind; '' for all of them."""
        self.title.setText(FormWords(chosen).title if chosen else _("Our rules"))
        said = _("What your table plays beside the book. It counts in this campaign.")
        show_text(self.about, "" if chosen else said)
        for kind, says in self._says.items():
            says.setVisible(chosen in ("", kind))
            self.buttons[kind].setVisible(chosen in ("", kind))
            restyle(self.buttons[kind], kind="first" if chosen == kind else "")
        self.of_book.show_kind(chosen)


class _OfBook(Plain):
    """The entries of the rulebook of a kind, to be copied or changed."""

    def __init__(self, panel: OurRulesPanel) -> None:
        super().__init__()
        self._panel = panel
        self._kind = ""
        self.picker = Picker(name=_("Entry of the book"))
        self.picker.hold_names(20)
        self.copy_button = button(_("Copy entry"), self._copy)
        self.change_button = button(_("Change for this campaign"), self._change)
        says = sentence(
            _(
                "Or begin with an entry of the book: a copy is played beside it, a change instead of it."
            )
        )
        buttons = Flow(self.picker, self.copy_button, self.change_button)
        self.setLayout(column(says, holder(buttons)))

    def show_kind(self, kind: str) -> None:
        """Offer the entries of a kind; nothing of a kind that the book hasn't."""
        self._kind = kind
        self.setVisible(kind in ENTRY_KINDS)
        if kind in ENTRY_KINDS:
            shelf = getattr(self._panel.services.catalogue, kind)
            kept = self.picker.currentData()
            self.picker.offer(((entry.name, key) for key, entry in shelf.items()), kept)

    def _copy(self) -> None:
        self._panel.take(HouseRules.copy_of_book, self._kind, str(self.picker.currentData()))

    def _change(self) -> None:
        self._panel.take(HouseRules.change_of_book, self._kind, str(self.picker.currentData()))


class RulePanel(Panel):
    """The form of a rule, with what can be done to the whole of it."""

    def __init__(self, panel: OurRulesPanel) -> None:
        super().__init__()
        self.title = OneLine("question")
        self.copy_button = button(_("Copy"), panel.copy)
        self.delete_button = button("", panel.delete)
        self.more_button = MoreButton(_("Order"))
        menu = self.more_button.menu()
        entry(menu, _("Move up"), lambda: panel.reorder(-1))
        entry(menu, _("Move down"), lambda: panel.reorder(1))
        self.state = sentence("", "faint")
        self.done_button = button(_("Done"), panel.done, "first")
        self._body = column()
        self._inside = Plain()
        self._inside.setLayout(self._body)
        head = row((self.title, 1), self.copy_button, self.delete_button, self.more_button)
        foot = row((self.state, 1), self.done_button)
        self.form: EntryForm | None = None
        self.setLayout(column(head, (scrolling(self._inside), 1), foot, spacing=8, margin=14))

    def show_form(self, form: EntryForm) -> None:
        """Show another form."""
        clear(self._body)
        self.form = form
        self._body.addWidget(form)

    def show_naming(self, names: list[str]) -> None:
        """Show which rules name this one, unless something else is said there."""
        if names and not self.state.text():
            self.state.setText(_("Named by: {names}.", names=joined(names)))

    def show_state(self, name: str, *, stored: bool, missing: str, unread: str) -> None:
        """Show the name of the rule, whether all of it is stored, and what of it no rule reads."""
        self.title.setText(name)
        self.delete_button.say(_("Delete") if stored else _("Discard"))
        self.copy_button.setVisible(stored)
        self.more_button.setVisible(stored)
        if not missing:
            said = _("No rule reads this beside the rest: {fields}.", fields=unread)
            self.state.setText(said if unread else "")
        elif stored:
            self.state.setText(_("What is wrong isn't stored yet: {fields}.", fields=missing))
        else:
            self.state.setText(_("It is stored once it has: {fields}.", fields=missing))


class OurRulesPanel(QWidget):
    """The rules of a campaign in a list, the form of the chosen one, and how that will look."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self.own: OwnRules = NO_RULES
        #: The rule in the form, and what its form was made with.
        self.chosen: RuleId | None = None
        self._made_with: object = None
        #: What was typed in this campaign and isn't right yet, by its rule.
        self._drafts: dict[RuleId, RuleDraft] = {}
        self._files = RuleDrafts()
        theme = services.theme
        self.list = Table(
            ("", ""),
            _("Our rules"),
            theme,
            look="flat",
            heights=(ROW, ROW),
            least_rows=8,
            chosen=self._chosen,
            pressed_on=self._chosen,
            taken=self._taken,
        )
        self.kinds = KindsPanel(self)
        self.rule = RulePanel(self)
        self.shown = OneOf(self.kinds, self.rule)
        self.preview = RulePreview(services)
        self.save_button = button(_("Save as a content pack…"), self._save)
        left = Panel()
        left.setLayout(column((self.list, 1), self.save_button, margin=8))
        body = Turning(theme, (left, 25), (self.shown, 57), (self.preview, 20))
        self.setLayout(column((body, 1), margin=(0, 8, 0, 0)))

    @property
    def form(self) -> EntryForm | None:
        """The form of the chosen rule, None if none is chosen."""
        return self.rule.form if self.chosen is not None else None

    # What is shown

    def show_campaign(self, found: Overview) -> None:
        """Show the rules of a campaign. What was typed and isn't right yet stays, unless its rule has
        changed since; so does what was typed before the program was closed."""
        campaign = found.view.campaign
        if campaign.id != self.campaign_id:
            self.chosen = None
            drafts = self._files.kept(campaign.id)
            self._drafts = {(draft.kind, draft.key): draft for draft in drafts}
        self.campaign_id = campaign.id
        self.own = campaign.own
        self._drop_overtaken()
        if self.chosen is not None and self.chosen[1] and self._stored(self.chosen) is None:
            self.chosen = None  # it is gone
        allow(self.save_button, self.own != NO_RULES, _("There are no rules of your own yet"))
        self._fill_list()
        self._show()

    def _drop_overtaken(self) -> None:
        """Drop the drafts of rules that have changed since, or have no form here."""
        overtaken = []
        for id_, draft in self._drafts.items():
            if draft.kind not in kinds_of_forms() or draft.is_overtaken(self._stored(id_)):
                overtaken.append(id_)
        for id_ in overtaken:
            del self._drafts[id_]
        if overtaken:
            self._keep_drafts()

    def _keep_drafts(self) -> None:
        self.services.ask(self._files.keep, self.campaign_id, tuple(self._drafts.values()))

    def _stored(self, id_: RuleId) -> WrittenRule | None:
        return self.own.find(*id_)

    def _fill_list(self) -> None:
        rows = []
        wrong = self.services.ask(self.services.house_rules.rule_faults, self.campaign_id) or []
        for kind in kinds_of_forms():
            words = FormWords(kind)
            new = Cell(_("+ new"), "link", token="accent_text", spoken=words.new)
            rows.append(Row(kind, (Cell(words.title, "title"), new)))
            rows += [self._row(rule, wrong) for rule in self.own.listed(kind)]
            if self.chosen == (kind, "") or (kind, "") in self._drafts:
                name = Cell(words.new, "name", beside=_("not stored yet"), token="accent_text")
                rows.append(Row(_row_key((kind, "")), (name, "")))
        with QSignalBlocker(self.list):
            self.list.rows.change_rows(rows)
            self.list.clearSpans()
            for n, one in enumerate(rows):
                if _APART in one.key:
                    self.list.setSpan(n, 0, 1, 2)
            self._select()

    def _select(self) -> None:
        """Select the chosen rule in the list."""
        if self.chosen is not None:
            self.list.choose(_row_key(self.chosen))
        elif _APART in self.list.current_key():
            self.list.setCurrentIndex(QModelIndex())

    def _row(self, rule: WrittenRule, wrong: list[Fault]) -> Row:
        """Return a rule in the list, with what is wrong with it on hover."""
        id_ = rule.KIND, rule.key
        said = [begun(fault.text) for fault in wrong if fault.is_of(*id_)]
        if id_ in self._drafts:
            said.append(_("Something in its form isn't right yet."))
        name = Cell(
            rule.name,
            "name",
            drawing=rule.drawing,
            token="harm_text" if said else "text",
            beside=in_short(rule),
            hint="\n".join((dotted(rule.name, in_short(rule)), *said)),
        )
        return Row(_row_key(id_), (name, ""))

    def _keep_one_amber(self) -> None:
        """Have the page look again which of its buttons is amber."""
        above = self.parentWidget()
        while above is not None and not isinstance(above, Page):
            above = above.parentWidget()
        if above is not None:
            above.keep_one_amber()

    def _show(self) -> None:
        """Show the form of the chosen rule, or what can be begun."""
        if self.chosen is None:
            self.preview.hide()
            row_key = self.list.current_key()
            self.kinds.show_kind("" if _APART in row_key else row_key)
            self.shown.show_part(self.kinds)
            self._keep_one_amber()
            return
        made_with = self.campaign_id, self.chosen, self._others()
        if self._made_with != made_with:
            self._made_with = made_with
            self._make_form(self.chosen[0])
        self._fill_form()
        self.shown.show_part(self.rule)
        self.preview.show()

    def _others(self) -> list[tuple[str, str, str]]:
        """Return kind, key and name of the rules that the form offers."""
        own = self.services.catalogue.own
        return [
            (rule.KIND, rule.key, rule.name)
            for rule in (*own.entries, *self.own.book)
            if (rule.KIND, rule.key) != self.chosen
        ]

    def _make_form(self, kind: str) -> None:
        form = EntryForm(kind, Around(self.services.theme, self.services.catalogue))
        form.edited.connect(self._edited)
        self.rule.show_form(form)

    def _fill_form(self) -> None:
        assert self.chosen is not None
        assert self.form is not None
        draft = self._drafts.get(self.chosen)
        stored = self._stored(self.chosen)
        if draft is not None:
            fields = dict(draft.fields)
        elif stored is not None:
            fields = fields_of(stored)
        else:
            fields = self.services.house_rules.begun_rule(self.campaign_id, self.chosen[0])
        self.form.show_fields(fields)
        self._judge()

    def _judge(self) -> tuple[WrittenRule | None, list[Wrong]]:
        """Show what is wrong with what is entered; return the rule that it is, and what is wrong."""
        assert self.chosen is not None
        assert self.form is not None
        kind, key = self.chosen
        fields = self.form.read()
        wrong = self.form.problems()
        rule: WrittenRule | None = None
        book = self.services.catalogue
        unread = list[str]()
        in_vain = list[Wrong]()
        if not wrong:
            rules = self.services.house_rules
            key = key or rules.new_key(self.campaign_id, kind, str(fields.get("name", "")))
            read = rules.read_rule(self.campaign_id, kind, key, fields)
            rule = read.rule
            book = read.book
            wrong = [(_place(fault, fields), fault.text) for fault in read.faults]
            unread = [name for name in read.idle if name in self.form.fields.controls]
            in_vain = [(_place(fault, fields), fault.text) for fault in read.in_vain]
        stored = self._stored(self.chosen)
        shown = [
            (place, text)
            for place, text in wrong
            if stored is not None or not place or place[0] in self.form.touched
        ]
        self.form.show_wrong([*shown, *in_vain])
        self.preview.show_rule(rule or stored, book)
        words = FormWords(kind)
        controls = self.form.fields.controls
        names = [place[0] for place, _text in wrong if place and place[0] in controls]
        name = stored.name if stored is not None else words.new
        missing = _captions(words, names)
        idle = _captions(words, unread)
        self.rule.show_state(name, stored=stored is not None, missing=missing, unread=idle)
        self.rule.show_naming([one.name for one in self.own.naming(*self.chosen)])
        return rule, wrong

    # What is done

    def _chosen(self, row_key: str) -> None:
        kind, rule, key = row_key.partition(_APART)
        self._open((kind, key) if rule else None)

    def _taken(self, row_key: str, column_: int) -> None:
        kind, rule, _key = row_key.partition(_APART)
        if rule:
            self._focus_name()
        elif column_:
            self.begin(kind)

    def _open(self, id_: RuleId | None) -> None:
        """Open the form of a rule, or close it; what is being typed is stored first."""
        if self.form is not None:
            self.form.commit()
        self.chosen = id_
        self._fill_list()
        self._show()

    def begin(self, kind: str) -> None:
        """Begin a new rule of a kind, or go on with the one that was begun."""
        self._open((kind, ""))
        self._focus_name()

    def _focus_name(self) -> None:
        if self.form is None:
            return
        name = self.form.fields.controls["name"].first()
        name.setFocus()
        if isinstance(name, QLineEdit):
            name.selectAll()

    def _edited(self) -> None:
        """Store what is entered if it is right; else keep it as it is."""
        assert self.chosen is not None
        assert self.form is not None
        rule, wrong = self._judge()
        edited = self.chosen
        stored = self._stored(self.chosen)
        # Kept before it is stored, as the page may be read anew if that is refused.
        self._drafts[edited] = RuleDraft(*edited, self.form.read(), stored_fields(stored))
        if rule is not None and not wrong and self._write(rule, edited, stored):
            self._drafts.pop(edited, None)
        self._keep_drafts()
        self._fill_list()

    def _write(self, rule: WrittenRule, edited: RuleId, stored: WrittenRule | None) -> bool:
        """Store a rule, unless it is stored as it is; return whether it is now. The page is read anew
        before this returns."""
        if rule == stored:
            return True
        self.chosen = rule.KIND, rule.key
        self._made_with = self.campaign_id, self.chosen, self._others()
        written = self.services.do(
            partial(self.services.house_rules.write_rule, self.campaign_id, rule)
        ).succeeded
        if not written:
            self.chosen = edited
        return written

    def done(self) -> None:
        """Store what is typed and close the form; stay if something is wrong."""
        form = self.form
        if form is None:
            return
        form.commit()
        form.touched.update(form.fields.controls)
        _rule, wrong = self._judge()
        if wrong:
            form.first_wrong(wrong)
            return
        self._close()

    def _close(self) -> None:
        self.chosen = None
        self._fill_list()
        self._show()
        self.list.setFocus(Qt.FocusReason.MouseFocusReason)

    def copy(self) -> None:
        """Add a copy of the chosen rule, and open that."""
        stored = self._stored(self.chosen) if self.chosen is not None else None
        if stored is None:
            return
        made = self.services.do(
            partial(self.services.house_rules.copy_rule, self.campaign_id, stored)
        ).result
        if made is not None:
            self._open((made.KIND, made.key))
            self._focus_name()

    def take(self, how: Callable[..., WrittenRule], kind: str, key: str) -> None:
        """Take an entry of the rulebook into the campaign's own, and open it."""
        made = self.services.do(
            partial(how, self.services.house_rules, self.campaign_id, kind, key)
        ).result
        if made is not None:
            self._open((made.KIND, made.key))
            self._focus_name()

    def delete(self) -> None:
        """Delete the chosen rule, or discard one that was only begun."""
        if self.chosen is None:
            return
        stored = self._stored(self.chosen)
        self._drafts.pop(self.chosen, None)
        self._keep_drafts()
        self.chosen = None
        if stored is not None:
            said = _("Deleted {name}.", name=stored.name)
            remove = self.services.house_rules.remove_rule
            self.services.do(partial(remove, self.campaign_id, stored), said)
        self._close()

    def reorder(self, step: int) -> None:
        """Move the chosen rule down among those of its kind, or up."""
        stored = self._stored(self.chosen) if self.chosen is not None else None
        if stored is not None:
            move = self.services.house_rules.move_rule
            self.services.do(partial(move, self.campaign_id, stored, step))

    def _save(self) -> None:
        """Ask for a folder, and write the rules into a new one within it."""
        if self.form is not None:
            self.form.commit()
        dialogs.folder_name(self, _("Folder for the content pack"), self._save_in)

    def _save_in(self, parent: Path) -> None:
        services = self.services
        name = services.workspace.campaign(self.campaign_id).campaign.name
        folder = dialogs.free_folder(parent, name)
        faults = services.do(
            partial(services.house_rules.save_pack, self.campaign_id, folder)
        ).result
        if faults is None:
            return
        said = _("Saved the content pack in {folder}.", folder=folder)
        if faults:
            needs = _("By itself it isn't whole: {fault}", fault=faults[0])
            said = f"{said} {needs}"
        services.say_offering(said, _("Open folder"), partial(services.open_file, folder))

    def take_focus(self) -> None:
        self.list.setFocus(Qt.FocusReason.MouseFocusReason)
