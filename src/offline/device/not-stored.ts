/** The action was neither stored nor sent. The typed text must stay on the screen. */
export class NotStored extends Error {
  override readonly name = 'NotStored'
  readonly sentence: string
  constructor(cause: unknown, sentence?: string) {
    super('not stored', { cause })
    this.sentence =
      sentence ??
      (isQuota(cause)
        ? 'This device has no space left to keep this. Free some space and try again.'
        : 'This device could not keep this. Try again.')
  }
}

/** Returns whether the device, or this site's storage quota, is full. */
export const isQuota = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
