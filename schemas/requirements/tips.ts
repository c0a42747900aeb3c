import { defineRequirements } from './requirement.ts';

export const tips = defineRequirements({
  'tips/put-body': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › PutTipRecipientRequest',
    rule: 'The body of PUT tipRecipients has phoneNumber in E.164 format and displayName.',
    how: ['schema', 'trigger'],
    check: 'Read in every such call.',
    needs: ['triggers.activatePos', 'triggers.putTipRecipient'],
    capability: 'pos.tips',
  },
  'tips/same-id-as-bill': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › TipRecipient',
    rule: 'The {id} of a tip recipient is the tipRecipientId that bills carry.',
    how: ['behaviour', 'trigger'],
    check: 'The ids of the calls are compared with those in bills before and after.',
    needs: ['triggers.activatePos', 'triggers.putTipRecipient'],
    capability: 'pos.tips',
    alsoCapability: 'pos.STATION',
  },
  'tips/pending-and-active': {
    level: 'must',
    party: 'pos',
    clause: 'States and transitions',
    rule: 'A POS copes with PENDING and with ACTIVE tip recipients.',
    how: ['behaviour', 'trigger'],
    check: 'Both are served; the POS must go on working.',
    needs: ['triggers.activatePos', 'triggers.listTipRecipients'],
    capability: 'pos.tips',
  },
});
