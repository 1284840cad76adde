/** A setting that cannot be right. The message says what is wrong, in which variable, and what to do. */
export class GardenSettingError extends Error {
  override readonly name = 'GardenSettingError'
  readonly code = 'garden-setting'

  constructor(
    /** The environment variable, e.g. `GARDEN`. */
    readonly variable: string,
    message: string,
  ) {
    super(message)
  }
}
