import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/*
 * Requirements of docs/security.md that state what the code does not contain. A rule names the
 * files with exceptions, each with its reason.
 */

interface Rule {
  readonly title: string
  /** A line that the rule finds. */
  readonly example: string
  /** What no line may contain. */
  readonly forbidden: RegExp
  /** Folders that the rule covers; all by default. */
  readonly folders?: readonly string[]
  readonly except?: readonly string[]
}

const rules: readonly Rule[] = [
  {
    title: 'SQL text is never composed from a value, except in migrations and for constants',
    example: 'sql.raw(`order by ${column}`)',
    forbidden: /\bsql\.raw\((?!(?:JOB_TABLE|JOB_SCHEMA|MARK)\))/,
    // The functions of the schema, from the project's own files.
    except: ['server/db/migrations/*', 'server/db/apply-functions.ts'],
  },
  {
    title: 'the server starts no process but PostgreSQL and git, and no shell',
    example: "import { exec } from 'node:child_process'",
    forbidden: /node:child_process|\bshell: true/,
    // PostgreSQL; and git, which reads the commit of a working copy at the start.
    except: ['server/config/commit.ts', 'server/db/embedded/process.ts'],
    folders: ['server', 'contract'],
  },
  {
    title: 'no code is evaluated from text',
    example: 'new Function(text)',
    forbidden: /\beval\(|\bnew Function\(|\bnode:vm\b|\bset(?:Timeout|Interval)\(\s*['"`]/,
  },
  {
    title: 'no markup is written from text, except the content that the page itself has stored',
    example: 'node.innerHTML = text',
    forbidden: /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\bsrcdoc\b/i,
    // What a sanitized copy of the screen was, before the app starts.
    except: ['src/startup/boot.ts'],
  },
  {
    title: 'no parser of XML is used: the reader of workbooks defines no entity',
    example: "import { XMLParser } from 'fast-xml-parser'",
    forbidden: /\bDOMParser\b|parseFromString|from '(?:[^'.]*xml[^']*|sax|saxes|htmlparser2)'/,
  },
  {
    title: 'certificates of other servers are always verified',
    example: 'tls: { rejectUnauthorized: false }',
    forbidden: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|--insecure/,
  },
  {
    title: 'random values are those of node:crypto, except for waits',
    example: 'const token = Math.random().toString(36)',
    forbidden: /Math\.random\(/,
    except: [
      'server/http/attempt.ts',
      'server/music-services/library/store.ts',
      'server/queue/back-off.ts',
      'server/db/migrate.ts',
    ],
    folders: ['server', 'contract'],
  },
  {
    title: 'the server has no cryptography of its own or of a package',
    example: "import bcrypt from 'bcrypt'",
    forbidden: /from '(?!node:crypto)[^']*(?:crypto|bcrypt|argon2|scrypt|sodium|nacl|tweet|forge|sjcl)[^']*'/,
    folders: ['server', 'contract'],
  },
  {
    title: 'no regular expression is built from input',
    example: 'new RegExp(query.term)',
    forbidden: /\bRegExp\(/,
    // Each was read: they are built from constants, when the module is loaded.
    except: [
      'contract/listening/recognize-link.ts',
      'contract/notifications/settings.ts',
      'server/accounts/name-rules.ts',
      'server/accounts/operator-names.ts',
      'server/accounts/passwords/password-rules.ts',
      'server/listening/catalogue/split-credit.ts',
      // From the names of the encodings that the server has.
      'server/web/file-response.ts',
      'src/listening/shared-links/read-names.ts',
      'src/listening/shared-links/share-templates.ts',
    ],
  },
  {
    title: 'no template engine is used',
    example: "import ejs from 'ejs'",
    forbidden: /from '(?:handlebars|ejs|mustache|nunjucks|pug|eta|liquidjs|hogan\.js|dot|doT)[/']/,
  },
  {
    title: 'hashes are SHA-256, except those that the protocols of other services prescribe',
    example: "createHash('sha1')",
    forbidden: /\bcreateHash\((?!'sha256'\))|\bcreateHmac\((?!'sha256')|\bhash\('(?!sha256)/,
    // Digests of tokens by Audioscrobbler, Subsonic and the signatures of Last.fm are MD5.
    except: [
      'server/music-services/scrobbling/tokens.ts',
      'server/music-services/library/subsonic-login.ts',
      'server/music-services/accounts/lastfm.ts',
    ],
    folders: ['server'],
  },
  {
    title: 'no message of another window is received: messages are those of workers and channels',
    example: "window.addEventListener('message', run)",
    forbidden: /\b(?:window|self|globalThis)\.(?:addEventListener\('message'|onmessage)|^onmessage|\bopener\b/,
    // The worker, which reads SKIP_WAITING alone.
    except: ['sw/index.ts'],
    folders: ['src', 'sw'],
  },
  {
    title: 'only these modules of the server write files: none stores an upload, and none writes the log',
    example: 'await writeFile(path, bytes)',
    forbidden: /\b(?:writeFile|appendFile|createWriteStream|copyFile|cp)(?:Sync)?\(|\bopen\([^)]*'[wa]/,
    except: [
      // Parts of an import while it is read: of a random name, unlinked before they are written.
      'server/import-formats/read-zip.ts',
      'server/config/secret-key.ts',
      'server/demo/password.ts',
      'server/db/embedded/folder.ts',
      'server/db/embedded/binaries.ts',
      'server/backup/last-backup.ts',
      'server/backup/archive-writer.ts',
    ],
    folders: ['server'],
  },
]

const listed = await Array.fromAsync(glob('{server,src,sw,contract}/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] }))
const sources = await Promise.all(listed.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))

test.each(rules)('$title', ({ example, forbidden, folders, except = [] }) => {
  expect(example).toMatch(forbidden)
  const covered = sources.filter(({ path }) => folders?.some((folder) => path.startsWith(`${folder}/`)) ?? true)
  expect(covered.length).toBeGreaterThan(200)
  const found = covered
    .filter(({ text }) => text.split('\n').some((line) => forbidden.test(line)))
    .map(({ path }) => path)
  const isNamedBy = (path: string) => (name: string) =>
    name.endsWith('*') ? path.startsWith(name.slice(0, -1)) : path === name
  expect(found.filter((path) => !except.some(isNamedBy(path)))).toEqual([])
  // An exception that is not needed any more must be deleted.
  expect(except.filter((name) => !found.some((path) => isNamedBy(path)(name)))).toEqual([])
})
