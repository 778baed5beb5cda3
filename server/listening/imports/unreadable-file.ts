/** A file that cannot be taken in, or not on: the message is a sentence for whoever sent it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** The file, or one inside a zip, is of no format that we know. */
export class UnknownFormat extends UnreadableFile {
  constructor() {
    super('This is no file of listens that Flipside knows.')
  }
}

/** More was unpacked than a file may hold. */
export class TooMuchUnpacked extends UnreadableFile {
  constructor(maxBytes: number) {
    const most = Math.floor(maxBytes / 1_000_000)
    super(`The zip unpacks to more than ${most} MB. What came before is taken; send the rest in another zip.`)
  }
}
