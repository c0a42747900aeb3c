import { requirementsSharing } from './requirement.ts';

export const tips = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['behaviour', 'trigger'],
  needs: ['triggers.activatePos', 'triggers.putTipRecipient'],
  capability: 'pos.tips',
})({
  'tips/put-body': {
    clause: 'Resources and their fields › POS messages › PutTipRecipientRequest',
    rule: 'The body of PUT tipRecipients has phoneNumber in E.164 format and displayName.',
    how: ['schema', 'trigger'],
    check: 'Read in every such call.',
  },
  'tips/same-id-as-bill': {
    clause: 'Resources and their fields › POS messages › TipRecipient',
    rule: 'The {id} of a tip recipient is the tipRecipientId that bills carry.',
    check: 'The ids of the calls are compared with those in bills before and after.',
    alsoCapability: 'pos.STATION',
  },
  'tips/pending-and-active': {
    clause: 'States and transitions',
    rule: 'A POS copes with PENDING and with ACTIVE tip recipients.',
    check: 'Both are served; the POS must go on working.',
    needs: ['triggers.activatePos', 'triggers.listTipRecipients'],
  },
});
