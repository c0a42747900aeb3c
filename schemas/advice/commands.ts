import type { PosRequirementId } from '../requirements/index.ts';
import type { Advice } from './advice.ts';

type Ids = Extract<PosRequirementId, `${'listings' | 'table' | 'submission' | 'bill' | 'payment'}/${string}`>;

/** Of what a till answers to commands. */
export const commandAdvice: Readonly<Record<Ids, Advice>> = {
  'listings/synced-body': {
    why: 'Without it there is no menu.',
    fix: 'Send checkpoint as an object and listings as a list, empty where there are none.',
  },
  'listings/full-sync': {
    why: 'A new platform begins with nothing.',
    fix: 'Take a checkpoint of null as none, and send everything.',
  },
  'listings/nothing-changed': {
    why: 'Otherwise the whole menu travels each time.',
    fix: 'Compare with the checkpoint strictly.',
  },
  'listings/incremental-sync': {
    why: 'A price that changed and is not told is charged wrongly.',
    fix: 'Mark a listing as changed when price, stock, name or availability change, also where these stand elsewhere.',
  },
  'table/snapshot-success': {
    why: 'The guest sees the bill by it.',
    fix: 'Send both parts with all required fields, times with an offset.',
  },
  'table/snapshot-failure': {
    why: 'It decides whether the guest is asked to try again.',
    fix: 'Send reasonCode as text and retryable as a boolean.',
  },
  'table/right-table': {
    why: 'A guest would see, and pay, the bill of others.',
    fix: 'Look up by the id of the QR code; an unknown one is a failure result.',
  },
  'table/updated-at-moves': {
    why: 'A later bill is told from an earlier one by it.',
    fix: 'Set it with every change of lines, payments or status.',
  },
  'table/lines-follow-orders': {
    why: 'The kitchen makes, and the guest pays, what stands on the table.',
    fix: 'Enter each accepted item once, on the table of its context, before the result is sent.',
  },
  'table/closed-at': {
    why: 'It says from when nothing can be paid any more.',
    fix: 'Set it when the table is closed or cancelled.',
  },
  'submission/result-body': {
    why: 'The guest is told what comes and what does not.',
    fix: 'Send the list that fits, each rejected item with one of the five reasons.',
  },
  'submission/partial-is-failure': {
    why: 'Half a meal is no success, and the money has to go back.',
    fix: 'Where one item cannot be made, take none and answer with a failure.',
  },
  'submission/rejection-reasons': {
    why: 'The guest orders something else by the reason.',
    fix: 'Check delisted, stock and quantity apart from each other, before anything is booked.',
  },
  'submission/contexts': {
    why: 'What is claimed is offered to guests.',
    fix: 'Handle each claimed type, prepaid and postpaid; say false in capabilities for the others.',
  },
  'submission/texts': {
    why: 'A guest with an umlaut in the name, or a note of two lines, could not order.',
    fix: 'Use UTF-8 (four bytes a character) from the message to the kitchen printer, and cut a long note there.',
  },
  'submission/snapshot-and-receipt': {
    why: 'A receipt without a payment is an untrue document.',
    fix: 'Send the snapshot in the table flow, the receipt for prepaid orders only.',
  },
  'bill/result-body': {
    why: 'The guest pays by these totals.',
    fix: 'Send posBillId, totals and preparedAt, or one of the six reasons and retryable.',
  },
  'bill/stale-checkpoint': {
    why: 'The guest would pay for what was looked at, not for what is there.',
    fix: 'Compare the checkpoint with the table as it is; without one prepare the bill.',
  },
  'bill/no-open-bill': {
    why: 'Nothing to pay must not become an empty bill.',
    fix: 'Answer success false with NO_OPEN_BILL where no line is open, and with ORDER_CLOSED at a closed table.',
  },
  'bill/unpaid-lines': {
    why: 'A guest pays twice, or nobody pays.',
    fix: 'Mark each line as paid by its own payment, and bill all lines that are not marked.',
  },
  'bill/subset': { why: 'Guests split the bill.', fix: 'Keep line ids stable, and bill just the selected ones.' },
  'payment/result-body': {
    why: 'The receipt is the proof of the payment.',
    fix: 'Send receiptNumber and issuedAt, or reasonCode and retryable.',
  },
  'payment/applied-once': {
    why: "A payment booked twice closes somebody else's bill.",
    fix: "Store the payment's id with its receipt, and answer a repeat with it.",
  },
  'payment/failed-has-no-result': {
    why: 'It only tells; an answer to it is an answer to nothing.',
    fix: 'Delete the message and send nothing.',
  },
  'payment/failed-releases-bill': {
    why: 'The guest wants to pay in another way.',
    fix: 'Open the bill again; do not close the table.',
  },
  'payment/unknown-bill': { why: 'Silence leaves money that belongs to nothing.', fix: 'Answer with a failure.' },
  'payment/visible-in-table': {
    why: 'The next look at the table must show what was paid.',
    fix: 'Add it to the payments, or clear the table.',
  },
};
