import type { IncomingMessage } from 'node:http'
import type { SongPage } from './song-pages.ts'

/** The requests to a linked library. Each throws ServiceFailure. */
export interface LibraryProtocol {
  /** Lists the songs from a position, as records with the fields of OpenSubsonic. */
  readonly listSongs: (from: number, signal?: AbortSignal) => AsyncGenerator<SongPage>
  /**
   * Requests a song file, as it is. Resolves to the response with its body unread, which has status
   * 200, 206 or 416, and audio unless it has 416.
   */
  readonly openSong: (
    songId: string,
    options: { readonly range: string | undefined; readonly signal: AbortSignal },
  ) => Promise<IncomingMessage>
  /**
   * Requests the cover of a song, at most `side` pixels wide if the library scales. Resolves to the
   * response with its body unread, undefined if the song has none.
   */
  readonly openCover: (
    song: { readonly songId: string; readonly side: number },
    signal: AbortSignal,
  ) => Promise<IncomingMessage | undefined>
}
