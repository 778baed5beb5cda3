/** A body whose length is not told: it is sent in chunks. */
export const inPieces = (body: BlobPart) => ({ body: new Blob([body]).stream(), duplex: 'half' as const })
