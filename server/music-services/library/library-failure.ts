import type { ServiceFailureCode } from '../service-failure.ts'

/** What happened, and what the member can do, by failure code. */
export const libraryFailureTexts: Readonly<Partial<Record<ServiceFailureCode, string>>> = {
  refused: 'Your library no longer accepts the log-in. Link it again.',
  address_refused:
    "This server may not connect to your library. Link a public address that begins with https://, or ask this server's operator to allow it.",
  secret_unreadable: "This server can't read its access to your library any more. Link it again.",
  service_away: "Your library doesn't respond. Flipside tries again by itself.",
  unreadable_answer:
    "Your library sent a response that Flipside can't read. Flipside tries again by itself. If this lasts, check the address.",
  server_error: 'Something went wrong on our side while your library was read. Flipside tries again by itself.',
}
