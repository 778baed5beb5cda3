import fc from 'fast-check'
import { SESSION_COOKIE } from '#contract/storage-names.ts'
import type { RawCase } from './fuzz-case.ts'
import { anyText } from './values.ts'

const line = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'GET / HTTP/1.1',
      'POST /2.0/ HTTP/1.1',
      'POST /1/submit-listens HTTP/1.1',
      'POST /api/user/login?user=a&password=b HTTP/1.1',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'GET /\0 HTTP/1.1',
      'GET /%00 HTTP/1.1',
      'GET //x HTTP/1.1',
      'GET /../../etc/passwd HTTP/1.1',
      'GET http://evil.example/ HTTP/1.1',
      'GET * HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'CONNECT evil.example:443 HTTP/1.1',
      'GET / HTTP/1.0',
      'GET / HTTP/2.0',
      'PRI * HTTP/2.0',
      'G\tT / HTTP/1.1',
      'GET /?' + 'a&'.repeat(6000) + ' HTTP/1.1',
      'GET /api/user/get-users?search_term=' + 'a'.repeat(20_000) + ' HTTP/1.1',
    ),
  },
  { weight: 1, arbitrary: anyText },
)
const header = fc.oneof(
  fc.constantFrom(
    'Host: localhost',
    'Host: localhost',
    'Host: localhost',
    'Host: evil.example',
    'Host: ',
    'Host: a b',
    'Host: a/b',
    'Host: [::1]:80',
    'Host: [::',
    'Host: localhost:99999',
    'Host: \u00e9',
    'Content-Length: 5',
    'Content-Length: 0',
    'Content-Length: -1',
    'Content-Length: 5, 5',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: identity',
    'Transfer-Encoding : chunked',
    'Expect: 100-continue',
    'Expect: 200-ok',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Connection: close',
    `Cookie: ${SESSION_COOKIE}=x`,
    'Cookie: =;;;=',
    'Authorization: Token ',
    'Content-Type: multipart/form-data; boundary=',
    'Content-Encoding: gzip',
    'Accept-Encoding: br;q=x, ,',
    'If-None-Match: ,,"',
    'X-Forwarded-For: ,,,',
    'X-Forwarded-For: [::',
    'Sec-Fetch-Site: x',
    'Origin: null',
    'Range: bytes=0-1,2-3',
    ' folded',
    'x',
    ': x',
  ),
  fc.nat({ max: 40_000 }).map((n) => `X: ${'a'.repeat(n)}`),
  anyText.map((text) => `X-Any: ${text}`),
)
const body = fc.constantFrom(
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '0\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n',
  'a'.repeat(100_000),
)

/** Bytes that are almost a valid request. */
export const rawCase: fc.Arbitrary<RawCase> = fc
  .tuple(line, fc.array(header, { maxLength: 5 }), body, fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'))
  .map(([first, headers, rest, end]) => ({ kind: 'raw', bytes: `${[first, ...headers].join(end)}${end}${end}${rest}` }))
