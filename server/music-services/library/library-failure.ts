import { SourceFailure } from '../accounts/source.ts'

/** Failures that last until the member or the operator acts: the library stops. */
const LASTING: ReadonlySet<LibraryFailureCode> = new Set(['refused', 'address_refused', 'secret_unreadable'])

/** A failed request to a library. The message is its code: it never contains an address or a secret. */
export class LibraryFailure extends Error {
  override readonly name = 'LibraryFailure'
  readonly code: LibraryFailureCode

  constructor(code: LibraryFailureCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }

  /** Whether the library stops until the member acts. */
  get isLasting(): boolean {
    return LASTING.has(this.code)
  }
}

/** Returns the library failure for a failed request; rethrows any other error. */
export function toLibraryFailure(error: unknown): LibraryFailure {
  if (error instanceof LibraryFailure) return error
  if (!(error instanceof SourceFailure)) throw error
  return new LibraryFailure(isLibraryFailureCode(error.code) ? error.code : 'unreadable_answer', { cause: error })
}

/** What happened, and what the member can do, by failure code. The codes are stored and sent. */
export const libraryFailureTexts = {
  refused: 'Your library no longer accepts the log-in. Link it again.',
  address_refused:
    "This server may not connect to your library. Link a public address that begins with https://, or ask this server's operator to allow it.",
  secret_unreadable: "This server can't read its access to your library any more. Link it again.",
  service_away: "Your library doesn't respond. Flipside tries again by itself.",
  unreadable_answer:
    "Your library sent a response that Flipside can't read. Flipside tries again by itself. If this lasts, check the address.",
  server_error: 'Something went wrong on our side while your library was read. Flipside tries again by itself.',
}

export type LibraryFailureCode = keyof typeof libraryFailureTexts

export const isLibraryFailureCode = (code: string): code is LibraryFailureCode =>
  Object.hasOwn(libraryFailureTexts, code)
