import { requirementsSharing } from './requirement.ts';

export const activation = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['behaviour', 'trigger'],
  needs: ['triggers.activatePos'],
})({
  'activation/body': {
    clause: 'Resources and their fields › POS messages › ActivatePos',
    rule: 'ActivatePos has merchantTaxId, pinCode, softwareName and softwareVersion, all strings; posInstallationId, where there is one, is a string.',
    how: ['schema', 'trigger'],
    check: 'Read in every activation call.',
  },
  'activation/failure-respected': {
    clause: 'Resources and their fields › POS messages › PosActivationResponse',
    rule: 'A POS takes success from the body, since HTTP is always 200: after success false it neither signs a call nor polls a queue.',
    check: 'The first activation is refused; any signed call or queue call before the next activation says no.',
  },
  'activation/recovers-with-new-pin': {
    clause: 'Errors › Activation failure reasons',
    rule: 'After a refused activation a new PIN activates.',
    check: 'The first activation is refused and the second accepted. A till that is active is then given another PIN.',
  },
  'activation/stable-installation-id': {
    clause: 'Resources and their fields › POS messages › ActivatePos',
    rule: 'posInstallationId is the same in every activation of one running installation.',
    check:
      'Every activation call of the run, refused ones too, is compared with the one before; who sends none has nothing that changes.',
  },
  'activation/new-credentials': {
    clause: 'Authentication',
    rule: 'After another activation the new API key, secret and queue credentials are used, the old ones no more.',
    check:
      'The POS is activated twice; a call with the former credentials half a minute after the second activation says no, calls with the new ones say yes.',
  },
});
