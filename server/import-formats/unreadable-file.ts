/** A file that cannot be imported, or only in part: the message is a sentence for the sender. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** The file, or one inside a zip, has no known format. */
export class UnknownFormat extends UnreadableFile {
  constructor() {
    super("Flipside can't read this file. See which files work.")
  }
}

/** A zip unpacks to more bytes than allowed. */
export class TooMuchUnpacked extends UnreadableFile {
  constructor(maxBytes: number) {
    const most = Math.floor(maxBytes / 1_000_000)
    super(`The zip unpacks to more than ${most} MB. What came before is taken; send the rest in another zip.`)
  }
}
