/** Returns a body of unknown length: it is sent in chunks. */
export const inPieces = (body: BlobPart) => ({ body: new Blob([body]).stream(), duplex: 'half' as const })
