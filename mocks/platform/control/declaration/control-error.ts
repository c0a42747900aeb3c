/** The operator asked for something that cannot be; the control API answers it as it stands. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: 400 | 403 | 404 | 409 | 501 | 503;
  readonly code: string;

  constructor(status: ControlError['status'], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
