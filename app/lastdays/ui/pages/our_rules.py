"""The tab of a campaign's own rules: what its players wrote, the form of one of them, and how that will
look."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from lastdays.campaign.campaigns import HouseRules, ReadRule
from lastdays.campaign.overview import Overview
from lastdays.campaign.rule_drafts import RuleDraft, RuleDrafts, stored_fields
from lastdays.language import _, capitalised, dotted, joined
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import NO_RULES, OwnRules, WrittenRule, fields_of
from lastdays.rulebook.own_entries import ENTRY_KINDS
from lastdays.rulebook.own_words import FormWords, in_short, kinds_of_forms
from lastdays.rulebook.sources import Fault
from lastdays.ui.forms.entry_fields import FormContext, Problem
from lastdays.ui.forms.entry_form import EntryForm
from lastdays.ui.models.rows import Cell, Row
from lastdays.ui.models.rule_preview import preview_rows
from lastdays.ui.page import Page
from lastdays.ui.services import Services
from lastdays.ui.theme import set_style_properties
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
    RowOrColumn,
    add_menu_action,
    button,
    clear_layout,
    column,
    enable_or_explain,
    grid,
    label,
    make_scroll_area,
    row,
    sentence,
    show_text,
    wrap_layout,
)
from lastdays.ui.widgets.table import RowHeights, Table, TableDesign

#: The height of a row of the list, in pixels at 100 %.
ROW = 36
#: What parts the kind of a rule from its key in a row's key.
_APART = "/"
#: A rule by its kind and its key, which is '' until it is first stored.
RuleId = tuple[str, str]


def _row_key(id_: RuleId) -> str:
    return _APART.join(id_)


def _place_of(fault: Fault, fields: Container[str]) -> tuple[str, ...]:
    """Return where a fault is: the name of a field, and places in it. What is wrong with several fields
    together begins with the name of the first of them."""
    if fault.field:
        return tuple(fault.field.split("."))
    before_colon = fault.text.partition(":")[0]
    first_word = before_colon.split(" ")[0]
    if first_word in fields:
        return (first_word,)
    return ()


def _join_captions(words: FormWords, names: Iterable[str]) -> str:
    """List what fields are called, each once."""
    return joined([words.caption(name) for name in dict.fromkeys(names)])


def _as_problems(faults: Iterable[Fault], fields: Container[str]) -> list[Problem]:
    """Return faults with the place of each in the form."""
    return [Problem(_place_of(fault, fields), fault.text) for fault in faults]


class RulePreview(Panel):
    """A rule as it will look."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.rows = Table(
            ("", ""),
            _("As it will look"),
            services.theme,
            TableDesign(stretched=1, look="reading", wraps=True, least_rows=4),
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
        lines = grid(14, 16)
        for line, kind in enumerate(kinds_of_forms()):
            words = FormWords(kind)
            self.buttons[kind] = button(words.new, partial(panel.begin_rule, kind))
            self._says[kind] = sentence(words.about)
            lines.addWidget(self.buttons[kind], line, 0, Qt.AlignmentFlag.AlignTop)
            lines.addWidget(self._says[kind], line, 1)
        lines.setColumnStretch(1, 1)
        self.of_book = _OfBook(panel)
        inside = wrap_layout(column(lines, self.of_book, 1, spacing=14))
        self.setLayout(
            column(self.title, self.about, (make_scroll_area(inside), 1), spacing=14, margin=16)
        )

    def show_kind(self, chosen: str) -> None:
        """Show a kind; '' for all of them."""
        if chosen:
            self.title.setText(FormWords(chosen).title)
            show_text(self.about, "")
        else:
            self.title.setText(_("Our rules"))
            about = _("What your table plays beside the book. It counts in this campaign.")
            show_text(self.about, about)
        for kind, explanation in self._says.items():
            is_shown = chosen in ("", kind)
            explanation.setVisible(is_shown)
            self.buttons[kind].setVisible(is_shown)
            button_kind = "first" if chosen == kind else ""
            set_style_properties(self.buttons[kind], kind=button_kind)
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
        self.change_button = button(_("Change for this campaign"), self._change_entry_of_book)
        says = sentence(
            _(
                "Or begin with an entry of the book: a copy is played beside it, a change instead of it."
            )
        )
        buttons = Flow(self.picker, self.copy_button, self.change_button)
        self.setLayout(column(says, wrap_layout(buttons)))

    def show_kind(self, kind: str) -> None:
        """Offer the entries of a kind; nothing of a kind that the book hasn't."""
        self._kind = kind
        self.setVisible(kind in ENTRY_KINDS)
        if kind not in ENTRY_KINDS:
            return
        shelf = getattr(self._panel.services.catalogue, kind)
        choices = [(book_entry.name, key) for key, book_entry in shelf.items()]
        self.picker.offer(choices, self.picker.currentData())

    def _copy(self) -> None:
        self._panel.adopt_entry_of_book(
            HouseRules.copy_of_book, self._kind, str(self.picker.currentData())
        )

    def _change_entry_of_book(self) -> None:
        self._panel.adopt_entry_of_book(
            HouseRules.change_of_book, self._kind, str(self.picker.currentData())
        )


class RulePanel(Panel):
    """The form of a rule, with what can be done to the whole of it."""

    def __init__(self, panel: OurRulesPanel) -> None:
        super().__init__()
        self.title = OneLine("question")
        self.copy_button = button(_("Copy"), panel.copy)
        self.delete_button = button("", panel.delete)
        self.more_button = MoreButton(_("Order"))
        menu = self.more_button.menu()
        add_menu_action(menu, _("Move up"), partial(panel.move_chosen_rule, -1))
        add_menu_action(menu, _("Move down"), partial(panel.move_chosen_rule, 1))
        self.state = sentence("", "faint")
        self.done_button = button(_("Done"), panel.store_and_close, "first")
        self._body = column()
        self._inside = Plain()
        self._inside.setLayout(self._body)
        head = row((self.title, 1), self.copy_button, self.delete_button, self.more_button)
        foot = row((self.state, 1), self.done_button)
        self.form: EntryForm | None = None
        self.setLayout(
            column(head, (make_scroll_area(self._inside), 1), foot, spacing=8, margin=14)
        )

    def show_form(self, form: EntryForm) -> None:
        """Show another form."""
        clear_layout(self._body)
        self.form = form
        self._body.addWidget(form)

    def show_naming(self, names: list[str]) -> None:
        """Show which rules name this one, unless something else is said there."""
        if names and not self.state.text():
            self.state.setText(_("Named by: {names}.", names=joined(names)))

    def show_state(
        self, name: str, *, is_stored: bool, wrong_fields: str, unused_fields: str
    ) -> None:
        """Show the name of the rule, whether all of it is stored, and what of it no rule reads."""
        self.title.setText(name)
        self.delete_button.set_label(_("Delete") if is_stored else _("Discard"))
        self.copy_button.setVisible(is_stored)
        self.more_button.setVisible(is_stored)
        if wrong_fields and is_stored:
            text = _("What is wrong isn't stored yet: {fields}.", fields=wrong_fields)
        elif wrong_fields:
            text = _("It is stored once it has: {fields}.", fields=wrong_fields)
        elif unused_fields:
            text = _("No rule reads this beside the rest: {fields}.", fields=unused_fields)
        else:
            text = ""
        self.state.setText(text)


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
        self.list = Table(
            ("", ""),
            _("Our rules"),
            services.theme,
            TableDesign(look="flat", row_heights=RowHeights(ROW, ROW), least_rows=8),
            row_chosen=self._open_chosen,
            row_clicked=self._open_chosen,
            row_activated=self._edit_or_begin,
        )
        self.save_button = button(_("Save as a content pack…"), self._save)
        list_panel = Panel()
        list_panel.setLayout(column((self.list, 1), self.save_button, margin=8))
        self.kinds = KindsPanel(self)
        self.rule = RulePanel(self)
        self.shown = OneOf(self.kinds, self.rule)
        self.preview = RulePreview(services)
        body = RowOrColumn(services.theme, (list_panel, 25), (self.shown, 57), (self.preview, 20))
        self.setLayout(column((body, 1), margin=(0, 8, 0, 0)))

    @property
    def form(self) -> EntryForm | None:
        """The form of the chosen rule, None if none is chosen."""
        return self.rule.form if self.chosen is not None else None

    # What is shown

    def show_campaign(self, overview: Overview) -> None:
        """Show the rules of a campaign. What was typed and isn't right yet stays, unless its rule has
        changed since; so does what was typed before the program was closed."""
        campaign = overview.view.campaign
        if campaign.id != self.campaign_id:
            self.chosen = None
            drafts = self._files.kept(campaign.id)
            self._drafts = {(draft.kind, draft.key): draft for draft in drafts}
        self.campaign_id = campaign.id
        self.own = campaign.own
        self._drop_overtaken()
        if self.chosen is not None and self._is_gone(self.chosen):
            self.chosen = None
        enable_or_explain(
            self.save_button, self.own != NO_RULES, _("There are no rules of your own yet")
        )
        self._fill_list()
        self._show()

    def _is_gone(self, id_: RuleId) -> bool:
        """Return whether a rule was stored once and isn't any more."""
        _kind, key = id_
        return bool(key) and self._stored_rule(id_) is None

    def _drop_overtaken(self) -> None:
        """Drop the drafts of rules that have changed since, or have no form here."""
        overtaken = []
        for id_, draft in self._drafts.items():
            if draft.kind not in kinds_of_forms() or draft.is_overtaken(self._stored_rule(id_)):
                overtaken.append(id_)
        for id_ in overtaken:
            del self._drafts[id_]
        if overtaken:
            self._keep_drafts()

    def _keep_drafts(self) -> None:
        self.services.ask(self._files.keep, self.campaign_id, tuple(self._drafts.values()))

    def _stored_rule(self, id_: RuleId) -> WrittenRule | None:
        return self.own.find(*id_)

    def _fill_list(self) -> None:
        """List the rules below their kinds, and select the chosen one."""
        faults = self.services.ask(self.services.house_rules.rule_faults, self.campaign_id) or []
        rows = []
        for kind in kinds_of_forms():
            rows += self._rows_of_kind(kind, faults)
        with QSignalBlocker(self.list):
            self.list.rows.change_rows(rows)
            self.list.clearSpans()
            for place, row in enumerate(rows):
                is_rule = _APART in row.key
                if is_rule:
                    self.list.setSpan(place, 0, 1, 2)
            self._select()

    def _rows_of_kind(self, kind: str, faults: list[Fault]) -> list[Row]:
        """Return the row of a kind, with those of its rules and of one that was only begun."""
        words = FormWords(kind)
        title = Cell(words.title, "title")
        new = Cell(_("+ new"), "link", token="accent_text", spoken=words.new)
        rows = [Row(kind, (title, new))]
        for rule in self.own.listed(kind):
            rows.append(self._row_of_rule(rule, faults))
        begun_id = (kind, "")
        if begun_id == self.chosen or begun_id in self._drafts:
            name = Cell(words.new, "name", beside=_("not stored yet"), token="accent_text")
            rows.append(Row(_row_key(begun_id), (name, "")))
        return rows

    def _select(self) -> None:
        """Select the chosen rule in the list."""
        if self.chosen is not None:
            self.list.choose_row(_row_key(self.chosen))
        elif _APART in self.list.current_key():
            self.list.setCurrentIndex(QModelIndex())

    def _row_of_rule(self, rule: WrittenRule, faults: list[Fault]) -> Row:
        """Return a rule in the list, with what is wrong with it on hover."""
        id_ = (rule.KIND, rule.key)
        wrong = [capitalised(fault.text) for fault in faults if fault.is_of(*id_)]
        if id_ in self._drafts:
            wrong.append(_("Something in its form isn't right yet."))
        summary = dotted(rule.name, in_short(rule))
        name = Cell(
            rule.name,
            "name",
            drawing=rule.drawing,
            token="harm_text" if wrong else "text",
            beside=in_short(rule),
            hint="\n".join([summary, *wrong]),
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
            self._show_kinds()
            return
        kind, _key = self.chosen
        made_with = self.campaign_id, self.chosen, self._offered_rules()
        if self._made_with != made_with:
            self._made_with = made_with
            self._make_form(kind)
        self._fill_form()
        self.shown.show_part(self.rule)
        self.preview.show()

    def _show_kinds(self) -> None:
        """Show which rules can be begun: of the kind that is selected, else of all."""
        self.preview.hide()
        row_key = self.list.current_key()
        is_rule = _APART in row_key
        self.kinds.show_kind("" if is_rule else row_key)
        self.shown.show_part(self.kinds)
        self._keep_one_amber()

    def _offered_rules(self) -> list[tuple[str, str, str]]:
        """Return kind, key and name of the rules that the form offers."""
        own = self.services.catalogue.own
        others = []
        for rule in (*own.entries, *self.own.book):
            if (rule.KIND, rule.key) != self.chosen:
                others.append((rule.KIND, rule.key, rule.name))
        return others

    def _make_form(self, kind: str) -> None:
        form = EntryForm(kind, FormContext(self.services.theme, self.services.catalogue))
        form.edited.connect(self._store_edit)
        self.rule.show_form(form)

    def _fill_form(self) -> None:
        assert self.chosen is not None
        assert self.form is not None
        draft = self._drafts.get(self.chosen)
        stored = self._stored_rule(self.chosen)
        if draft is not None:
            fields = dict(draft.fields)
        elif stored is not None:
            fields = fields_of(stored)
        else:
            fields = self.services.house_rules.begun_rule(self.campaign_id, self.chosen[0])
        self.form.show_fields(fields)
        self._judge_entered_rule()

    def _judge_entered_rule(self) -> tuple[WrittenRule | None, list[Problem]]:
        """Show what is wrong with what is entered; return the rule that it is, and its problems."""
        assert self.chosen is not None
        assert self.form is not None
        stored = self._stored_rule(self.chosen)
        fields = self.form.read()
        problems = self.form.find_problems()
        if problems:
            self._show_problems(problems, [])
            self.preview.show_rule(stored, self.services.catalogue)
            self._show_state(problems, [])
            return None, problems
        reading = self._read_rule(fields)
        problems = _as_problems(reading.faults, fields)
        self._show_problems(problems, _as_problems(reading.warnings, fields))
        self.preview.show_rule(reading.rule or stored, reading.book)
        controls = self.form.fields.controls
        self._show_state(problems, [name for name in reading.unused_fields if name in controls])
        return reading.rule, problems

    def _read_rule(self, fields: dict[str, object]) -> ReadRule:
        """Read the chosen rule from the fields of its form; a new one gets its key."""
        assert self.chosen is not None
        rules = self.services.house_rules
        kind, key = self.chosen
        if not key:
            key = rules.new_key(self.campaign_id, kind, str(fields.get("name", "")))
        return rules.read_rule(self.campaign_id, kind, key, fields)

    def _show_problems(self, problems: list[Problem], warnings: list[Problem]) -> None:
        """Say at the fields what is wrong, of a new rule only at those that were touched; and what has
        no effect."""
        assert self.chosen is not None
        assert self.form is not None
        is_new = self._stored_rule(self.chosen) is None
        shown = []
        for problem in problems:
            is_untouched = bool(problem.place) and problem.place[0] not in self.form.touched
            if not (is_new and is_untouched):
                shown.append(problem)
        self.form.show_problems(shown + warnings)

    def _show_state(self, problems: list[Problem], unused_fields: list[str]) -> None:
        """Say above the form which fields are wrong or unused, and which rules name this one."""
        assert self.chosen is not None
        assert self.form is not None
        kind, _key = self.chosen
        words = FormWords(kind)
        stored = self._stored_rule(self.chosen)
        name = stored.name if stored is not None else words.new
        wrong_fields = []
        for problem in problems:
            field = problem.place[0] if problem.place else ""
            if field in self.form.fields.controls:
                wrong_fields.append(field)
        self.rule.show_state(
            name,
            is_stored=stored is not None,
            wrong_fields=_join_captions(words, wrong_fields),
            unused_fields=_join_captions(words, unused_fields),
        )
        self.rule.show_naming([rule.name for rule in self.own.naming(*self.chosen)])

    # What is done

    def _open_chosen(self, row_key: str) -> None:
        kind, apart, key = row_key.partition(_APART)
        is_rule = bool(apart)
        self._open((kind, key) if is_rule else None)

    def _edit_or_begin(self, row_key: str, pressed_column: int) -> None:
        """Focus the form of a rule; on *+ new* begin one of a kind."""
        kind, apart, _key = row_key.partition(_APART)
        is_rule = bool(apart)
        if is_rule:
            self._focus_name()
        elif pressed_column:
            self.begin_rule(kind)

    def _open(self, id_: RuleId | None) -> None:
        """Open the form of a rule, or close it; what is being typed is stored first."""
        if self.form is not None:
            self.form.commit()
        self.chosen = id_
        self._fill_list()
        self._show()

    def begin_rule(self, kind: str) -> None:
        """Begin a new rule of a kind, or go on with the one that was begun."""
        self._open((kind, ""))
        self._focus_name()

    def _focus_name(self) -> None:
        if self.form is None:
            return
        name = self.form.fields.controls["name"].first_control()
        name.setFocus()
        if isinstance(name, QLineEdit):
            name.selectAll()

    def _store_edit(self) -> None:
        """Store what is entered if it is right; else keep it as it is."""
        assert self.chosen is not None
        assert self.form is not None
        rule, problems = self._judge_entered_rule()
        edited = self.chosen
        stored = self._stored_rule(edited)
        # Kept before it is stored, as the page may be read anew if that is refused.
        kind, key = edited
        self._drafts[edited] = RuleDraft(kind, key, self.form.read(), stored_fields(stored))
        if rule is not None and not problems and self._write(rule, edited, stored):
            self._drafts.pop(edited, None)
        self._keep_drafts()
        self._fill_list()

    def _write(self, rule: WrittenRule, edited: RuleId, stored: WrittenRule | None) -> bool:
        """Store a rule, unless it is stored as it is; return whether it is now. The page is read anew
        before this returns."""
        if rule == stored:
            return True
        self.chosen = (rule.KIND, rule.key)
        self._made_with = (self.campaign_id, self.chosen, self._offered_rules())
        write = partial(self.services.house_rules.write_rule, self.campaign_id, rule)
        is_written = self.services.do(write).succeeded
        if not is_written:
            self.chosen = edited
        return is_written

    def store_and_close(self) -> None:
        """Store what is typed and close the form; stay if something is wrong."""
        form = self.form
        if form is None:
            return
        form.commit()
        form.touched.update(form.fields.controls)
        _rule, problems = self._judge_entered_rule()
        if problems:
            form.focus_first(problems)
            return
        self._close()

    def _close(self) -> None:
        self.chosen = None
        self._fill_list()
        self._show()
        self.list.setFocus(Qt.FocusReason.MouseFocusReason)

    def copy(self) -> None:
        """Add a copy of the chosen rule, and open that."""
        stored = self._chosen_rule()
        if stored is None:
            return
        copy_rule = partial(self.services.house_rules.copy_rule, self.campaign_id, stored)
        self._open_new(self.services.do(copy_rule).result)

    def _chosen_rule(self) -> WrittenRule | None:
        """Return the chosen rule as it is stored, None if there is none."""
        if self.chosen is None:
            return None
        return self._stored_rule(self.chosen)

    def _open_new(self, rule: WrittenRule | None) -> None:
        """Open a rule that was just added, with its name to be typed over; nothing for None."""
        if rule is not None:
            self._open((rule.KIND, rule.key))
            self._focus_name()

    def adopt_entry_of_book(self, how: Callable[..., WrittenRule], kind: str, key: str) -> None:
        """Take an entry of the rulebook into the campaign's own, and open it."""
        take = partial(how, self.services.house_rules, self.campaign_id, kind, key)
        self._open_new(self.services.do(take).result)

    def delete(self) -> None:
        """Delete the chosen rule, or discard one that was only begun."""
        if self.chosen is None:
            return
        stored = self._stored_rule(self.chosen)
        self._drafts.pop(self.chosen, None)
        self._keep_drafts()
        self.chosen = None
        if stored is not None:
            remove = partial(self.services.house_rules.remove_rule, self.campaign_id, stored)
            self.services.do(remove, _("Deleted {name}.", name=stored.name))
        self._close()

    def move_chosen_rule(self, step: int) -> None:
        """Move the chosen rule down among those of its kind, or up."""
        stored = self._chosen_rule()
        if stored is not None:
            move = partial(self.services.house_rules.move_rule, self.campaign_id, stored, step)
            self.services.do(move)

    def _save(self) -> None:
        """Ask for a folder, and write the rules into a new one within it."""
        if self.form is not None:
            self.form.commit()
        dialogs.ask_folder(self, _("Folder for the content pack"), self._save_in)

    def _save_in(self, parent: Path) -> None:
        services = self.services
        name = services.workspace.campaign(self.campaign_id).campaign.name
        folder = dialogs.free_folder(parent, name)
        save_pack = partial(services.house_rules.save_pack, self.campaign_id, folder)
        faults = services.do(save_pack).result
        if faults is None:
            return
        message = _("Saved the content pack in {folder}.", folder=folder)
        if faults:
            missing = _("By itself it isn't whole: {fault}", fault=faults[0])
            message = f"{message} {missing}"
        services.say_offering(message, _("Open folder"), partial(services.open_file, folder))

    def take_focus(self) -> None:
        self.list.setFocus(Qt.FocusReason.MouseFocusReason)
