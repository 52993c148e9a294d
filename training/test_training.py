"""Tests of the parts that need no GPU and no packages:  python3 -m unittest test_training"""

import os
import random
import unittest

from answer_forms import AnswerForms, exchange_value, find_lead_in
from augment import find_counterparts, misspell, misspell_longest, rephrase, swapped_questions
from changed_statements import StatementChanger
from exchanged_values import ValueExchanger, value_pairs
from hand_written import HANDBOOKS, HandWritten, label_question
from labels import answer_pieces, evidence_sentences, rest_of_list
from markdown_text import blocks, context, locate, sections
from pool_builder import PoolBuilder
from pools import collection_of
from sentences import list_runs, split_sentences
from split import SHARED_SECTIONS, is_development_file, stable_hash
from synthetic_questions import add_page, cloze

STEPS = (
    "Before you start:\nTo claim expenses, do this:\n"
    "1. Open the form.\n2. Add receipts. Keep the originals.\n3. Send it.\nDone."
)


class Split(unittest.TestCase):
    def test_the_rule_is_stable(self):
        self.assertEqual(stable_hash("split1a.md") % 100 < 20, is_development_file("a.md"))
        shared = sum(is_development_file(f"file-{number}.md") for number in range(2000)) / 2000
        self.assertAlmostEqual(shared, 0.2, delta=0.03)

    def test_sections_that_share_text_are_on_one_side(self):
        written = HandWritten(os.path.join(os.path.dirname(os.path.abspath(__file__)), "questions"))
        for one, other in SHARED_SECTIONS.items():
            self.assertEqual(one in written.development, other in written.development)


class Counterparts(unittest.TestCase):
    def test_an_unanswered_question_is_paired_with_the_answered_one_it_was_made_from(self):
        questions = [
            ["How long is parental leave in Leipzig?", 0, "hbqa", {}],
            ["Who approves leave?", 0, "hbqa", {}],
            ["How long is parental leave in Oslo?", 0, "hbnone", {}],
            ["Is there a crèche?", 0, "hbnone", {}],
            ["How long is parental leave in Bern?", 1, "hbnone", {}],
        ]
        self.assertEqual(find_counterparts(questions), [None, None, 0, None, None])


class Sentences(unittest.TestCase):
    def test_list_items_are_one_sentence_and_abbreviations_do_not_end_one(self):
        text = "Ask Dr. Lee first. She knows.\n- Bring a badge. It opens the gate."
        found = [text[start:end].strip() for start, end in split_sentences(text)]
        self.assertEqual(found[:2], ["Ask Dr. Lee first.", "She knows."])
        self.assertEqual(len(found), 3)

    def test_a_list_is_found_without_its_lead_in(self):
        found = split_sentences(STEPS)
        self.assertEqual(list_runs(STEPS, found), [[2, 3, 4]])


class Labels(unittest.TestCase):
    def test_evidence_marks_the_sentences_it_covers(self):
        found = split_sentences(STEPS)
        start = STEPS.index("2. Add")
        self.assertEqual(evidence_sentences(found, [[start, start + 15]]), {3})

    def test_the_rest_of_the_list_joins_when_the_list_is_asked_for(self):
        found = split_sentences(STEPS)
        self.assertEqual(rest_of_list(STEPS, found, {1}, "how"), {2, 3, 4})
        self.assertEqual(rest_of_list(STEPS, found, {2}, "how"), {3, 4})
        self.assertEqual(rest_of_list(STEPS, found, {3}, "how"), set())
        self.assertEqual(rest_of_list(STEPS, found, {1}, "fact"), set())

    def test_an_answer_behind_the_cut_has_no_pieces(self):
        self.assertEqual(answer_pieces([0, 4, 8], 12, [4, 10]), (1, 2))
        self.assertIsNone(answer_pieces([0, 4, 8], 12, [8, 14]))


class Markdown(unittest.TestCase):
    def test_blocks_keep_lists_tables_and_lines_of_code(self):
        text = "One\nline.\n\n* **Bold** item\n2) step\n\n   ```sh\n   run <name> __all__\n\n   stop\n   ```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
        expected = ["One line.", "- Bold item", "2) step", "run <name> __all__", "stop", "a | b", "1 | 2"]
        self.assertEqual(blocks(text), expected)

    def test_quotes_are_located_across_white_space_and_markers(self):
        self.assertEqual(locate("at least\n*two* weeks", "We meet at least two weeks before."), [8, 26])
        self.assertIsNone(locate("-", "anything"))
        self.assertEqual(locate("| a | b |\n|---|---|\n| 1 | 2 |", "x\na | b\n1 | 2\n"), [2, 13])

    def test_context_drops_a_heading_that_repeats_the_title(self):
        self.assertEqual(context("Leave", ["Leave", "Sick leave"]), "Leave\nSick leave")

    def test_sections_carry_their_headings(self):
        _, title, found = sections("# Leave\n\n## Sick leave\nCall in.\n")
        self.assertEqual((title, found[-1]), ("Leave", (["Leave", "Sick leave"], "Call in.\n")))


class Augmentation(unittest.TestCase):
    def test_a_typo_changes_one_long_word(self):
        rng = random.Random(1)
        self.assertEqual(misspell("cat", rng), "cat")
        self.assertNotIn("reimbursement", misspell_longest("who pays the reimbursement", random.Random(4)))

    def test_variants_are_never_empty(self):
        rng = random.Random(2)
        for question in ("?", "How many vacation days do I get in Kobe?", "why"):
            for _ in range(50):
                self.assertTrue(rephrase(question, rng).strip())

    def test_a_swapped_question_differs_and_keeps_its_passage(self):
        asked = [["Who leads the Berlin office in 2020?", 7, "hbqa", {}]] * 20
        for text, passage, kind, _ in swapped_questions(asked, random.Random(3)):
            self.assertNotEqual(text, asked[0][0])
            self.assertEqual((passage, kind), (7, "swap"))


class MadeQuestions(unittest.TestCase):
    def test_a_heading_becomes_a_question(self):
        builder = PoolBuilder("docs", random.Random(1))
        body = "Use the form on the intranet and wait for the answer of the team. " * 4
        add_page(builder, "a.md", f"# Travel\n\n## Request a visa letter\n\n{body}\n", words=170)
        self.assertEqual([question[2] for question in builder.questions], ["q"])
        self.assertIn("visa letter", builder.questions[0][0])

    def test_a_cloze_question_points_at_what_it_asks_for(self):
        text = "The first office of the company was opened by Maria Lopez near the old harbour."
        question, start, end = cloze(text, random.Random(1))
        self.assertNotIn(text[start:end], question)


class HandWrittenQuestions(unittest.TestCase):
    def test_evidence_and_answer_are_located(self):
        row = {"kind": "number", "q": "How often?", "answer": "two\nweeks", "evidence": "We meet every two\nweeks."}
        labels = label_question(row, "Hello. We meet every two weeks.")
        self.assertEqual((labels["ev"], labels["ans"]), ([[7, 31]], ["two weeks"]))
        self.assertEqual(label_question({"kind": "none", "q": "?"}, "text"), {})

    def test_several_quotes_are_several_evidences(self):
        row = {"kind": "compare", "q": "Who pays?", "answer": "Lyon pays", "evidence": ["Lyon pays", "Graz | 3"]}
        labels = label_question(row, "Lyon pays half.\nGraz | 3\nPorto | 4")
        self.assertEqual((labels["ev"], labels["ans"]), ([[0, 9], [16, 24]], ["Lyon pays"]))
        self.assertIsNone(label_question(row | {"evidence": ["Lyon pays", "Bern"]}, "Lyon pays half."))

    def test_all_questions_fit_their_sections(self):
        written = HandWritten(os.path.join(os.path.dirname(os.path.abspath(__file__)), "questions"))
        names = {written.pool_of(section["book"]) for section in written.sections}
        builders = {name: PoolBuilder(name, random.Random(1)) for name in names}
        written.add_sections(builders)
        counts = written.add_questions(builders)
        self.assertLess(counts["evidence not found"] + counts["section left out"], 80)
        held_out = sum(bool(question[3].get("dev")) for builder in builders.values() for question in builder.questions)
        self.assertGreater(held_out, 1300)
        self.assertGreater(len(written.located_statements()), 5800)
        for name, builder in builders.items():
            if collection_of(name) == "invented":  # a pool of its own, on one side of the split
                self.assertEqual(len({passage[2].split("/")[0] for passage in builder.passages}), 1)
                self.assertEqual(len({bool(question[3].get("dev")) for question in builder.questions}), 1)

    def test_documentation_stays_out_of_the_handbooks(self):
        written = HandWritten(os.path.join(os.path.dirname(os.path.abspath(__file__)), "questions"))
        builder = PoolBuilder("handbooks", random.Random(1))
        written.add_sections({"handbooks": builder})
        self.assertEqual({passage[2].split("/")[0] for passage in builder.passages}, set(HANDBOOKS))


class VerifierExamples(unittest.TestCase):
    PASSAGES = [{"file": "a.md", "context": "Boxes", "units": ["You can order:", "- a small box for 30 kg", "- a large box for 80 kg"]}]

    def test_a_value_is_exchanged_for_one_of_the_same_unit(self):
        changed = exchange_value("The small box takes 30 kg.", "30 kg, 80 kg and 12 days", random.Random(1))
        self.assertEqual(changed, "The small box takes 80 kg.")

    def test_an_item_has_the_lead_in_of_its_list(self):
        self.assertEqual(find_lead_in(self.PASSAGES[0]["units"], 2), "You can order")
        self.assertEqual(find_lead_in(self.PASSAGES[0]["units"], 0), "")

    def test_examples_of_both_labels_are_made(self):
        changer = StatementChanger(self.PASSAGES, seed=1)
        forms = AnswerForms(changer, self.PASSAGES)
        row = {"passage": 0, "statement": "You can order a small box.", "isSupported": True, "windows": [[0, 1, 2]] * 3}
        for make in (lambda: forms.near(row), forms.invented, lambda: changer.changed(row)):
            made = [example for example in (make() for _ in range(300)) if example]
            self.assertEqual({is_true for _, _, _, is_true in made}, {True, False})

    def test_values_change_places_in_the_passage_too(self):
        exchanger = ValueExchanger(StatementChanger(self.PASSAGES, seed=1))
        row = {"passage": 0, "statement": "The small box takes 30 kg.", "isSupported": True, "windows": [[0, 1, 2]] * 3}
        made = [example for example in (exchanger.exchanged(row) for _ in range(300)) if example]
        swapped = ["You can order:", "- a small box for 80 kg", "- a large box for 30 kg"]
        self.assertIn(("The small box takes 30 kg.", "Boxes", swapped, False), made)
        self.assertIn(("The small box takes 80 kg.", "Boxes", swapped, True), made)
        self.assertIn(("The small box takes 80 kg.", "Boxes", self.PASSAGES[0]["units"], False), made)

    def test_values_are_paired_with_others_of_their_kind(self):
        self.assertEqual(value_pairs("It takes 30 kg.", "\n".join(self.PASSAGES[0]["units"])), [("30", "80")])


if __name__ == "__main__":
    unittest.main()
