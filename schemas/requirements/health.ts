import { requirementsSharing } from './requirement.ts';

export const health = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['behaviour'],
  needs: ['triggers.activatePos'],
})({
  'health/after-activation': {
    clause: 'Endpoints › Platform-hosted',
    rule: 'A POS reports its health immediately after activation.',
    check: 'Timed from the activation response; the first report must come before the heartbeat interval has passed.',
  },
  'health/heartbeat': {
    clause: 'Endpoints › Platform-hosted',
    rule: 'A POS repeats its health report at regular intervals, as long as it is active.',
    check:
      'Reports are awaited for three intervals and watched to the end of the run. The second report is refused (503), after which the next may take a minute.',
  },
  'health/body': {
    clause: 'Resources and their fields › POS messages › ReportPosHealth',
    rule: 'A health report has healthy (boolean), softwareName and softwareVersion.',
    how: ['schema'],
    check: 'Read in every report.',
  },
});
