/** A received mail, decoded. */
export interface ReceivedMail {
  /** Header lines by lower-case name, unfolded and decoded. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly text: string
  readonly html: string
}

/** Reads a mail with two parts, plain text and HTML, as it was transferred. */
export function readMail(raw: string): ReceivedMail {
  const { headers, body } = splitPart(raw)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type')?.[0] ?? '')?.[1]
  if (boundary === undefined) throw new Error('The mail has no parts.')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r\n/, '')))
  const find = (type: string) => {
    const part = parts.find(({ headers: own }) => own.get('content-type')?.[0]?.startsWith(type))
    if (part === undefined) throw new Error(`The mail has no part ${type}.`)
    return decodeBody(part.body, part.headers.get('content-transfer-encoding')?.[0])
  }
  return { headers, text: find('text/plain'), html: find('text/html') }
}

function splitPart(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    const key = name.toLowerCase()
    headers.set(key, [...(headers.get(key) ?? []), decodeWords(value.join(':').trim())])
  }
  return { headers, body: raw.slice(end + 4) }
}

const toUtf8 = (binary: string) => Buffer.from(binary, 'latin1').toString('utf8')
const decodeHex = (text: string) =>
  text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Decodes RFC 2047's encoded words. */
const decodeWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : toUtf8(decodeHex(word.replaceAll('_', ' '))),
    )

function decodeBody(body: string, encoding = '7bit'): string {
  const text = body.replace(/\r\n$/, '')
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  const decoded = encoding === 'quoted-printable' ? toUtf8(decodeHex(text.replaceAll('=\r\n', ''))) : text
  return decoded.replaceAll('\r\n', '\n')
}
