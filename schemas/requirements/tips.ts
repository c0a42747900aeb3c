import { defineRequirements } from './requirement.ts';

export const tips = defineRequirements({
  'tips/put-body': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'PUT body: phoneNumber in E.164, displayName',
    how: ['schema', 'trigger'],
    check: '',
  },
  'tips/same-id-as-bill': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'the `{id}` used is the tipRecipientId that bills carry',
    how: ['behaviour', 'trigger'],
    check: '',
  },
  'tips/pending-and-active': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'copes with PENDING and ACTIVE records (phoneNumber, expiresAt absent when ACTIVE)',
    how: ['behaviour', 'trigger'],
    check: '',
  },
});
