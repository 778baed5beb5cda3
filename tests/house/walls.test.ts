import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walls } from '../../config/walls.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Imports that config/walls.ts does not allow. One line or more per wall. */
const violations: readonly (readonly [file: string, imported: string])[] = [
  ['contract/accounts/profile.ts', '#src/api/call.ts'],
  ['contract/accounts/profile.ts', '../../server/db/open.ts'],
  ['contract/accounts/profile.ts', 'hono'],
  ['contract/openapi.ts', 'hono'],
  ['src/api/call.ts', '#src/offline/outbox/outbox.ts'],
  ['src/api/call.ts', '../ui/Button.tsx'],
  ['src/api/call.ts', 'react'],
  ['src/api/deep/call.ts', '../../ui/Button.tsx'],
  ['src/ui/Button.tsx', '#src/broadcasts/queries.ts'],
  ['src/ui/Button.tsx', '#contract/broadcasts/broadcasts.ts'],
  ['src/ui/Button.tsx', '@tanstack/react-query'],
  ['src/ui/deep/Button.tsx', '../../cache/useLive.ts'],
  ['src/offline/outbox/outbox.ts', '#src/broadcasts/senders.ts'],
  ['src/offline/outbox/outbox.ts', '../../cache/useLive.ts'],
  ['src/offline/outbox/outbox.ts', 'react'],
  ['src/offline/outbox/outbox.ts', '@tanstack/react-query'],
  ['src/offline/outbox/outbox.ts', '#contract/openapi.ts'],
  ['src/broadcasts/senders.ts', './queries.ts'],
  ['src/broadcasts/senders.ts', '#src/ui/Toast.tsx'],
  ['src/broadcasts/senders.ts', '#src/swaps/senders.ts'],
  ['src/broadcasts/senders.ts', 'react'],
  ['src/broadcasts/actions.ts', '#src/api/call.ts'],
  ['src/broadcasts/actions.ts', './senders.ts'],
  ['src/broadcasts/overlay.ts', './senders.ts'],
  ['src/swaps/overlay.ts', '#src/broadcasts/actions.ts'],
  ['src/session/senders.ts', '#src/broadcasts/queries.ts'],
  ['src/session/senders.ts', '#src/offline/outbox/outbox.ts'],
  ['src/cache/useLive.ts', '#src/broadcasts/queries.ts'],
  ['src/cache/useLive.ts', '../outbox/OutboxStrip.tsx'],
  ['src/browser/service-worker.ts', '#src/broadcasts/queries.ts'],
  ['src/browser/deep/worker.ts', '../../cache/useLive.ts'],
  ['src/main.tsx', '#server/app.ts'],
  ['src/new-room/it.ts', '../../sw/avatars.ts'],
  ['src/new-room/it.ts', 'hono'],
  ['src/swaps/overlay.ts', '#src/swaps/queries.ts'],
  ['src/swaps/overlay.ts', 'react'],
  ['src/swaps/overlay.ts', '#src/offline/outbox/outbox.ts'],
  ['src/swaps/queries.ts', './SwapCard.tsx'],
  ['src/swaps/queries.ts', './senders.ts'],
  ['src/swaps/queries.ts', './useSwap.ts'],
  ['src/swaps/queries.ts', './SwapCard.css.ts'],
  ['src/swaps/queries.ts', '#src/ui/Button.tsx'],
  ['src/swaps/queries.ts', '#src/offline/outbox/outbox.ts'],
  ['src/accounts/Card.tsx', '#src/swaps/senders.ts'],
  ['src/activity/ActivityList.tsx', '#src/messages/overlay.ts'],
  ['src/activity/senders.ts', './queries.ts'],
  ['src/accounts/deep/Card.tsx', '../../swaps/senders.ts'],
  ['src/listening/charts/TrackPicker.tsx', '#src/swaps/overlay.ts'],
  ['src/broadcasts/Feed.tsx', '#src/offline/drain/drain.ts'],
  ['src/broadcasts/Feed.tsx', '#src/api/call.ts'],
  ['src/accounts/SignIn.tsx', '#src/offline/outbox/outbox.ts'],
  ['src/messages/Conversation.tsx', '#server/messages/index.ts'],
  ['src/swaps/SwapCard.tsx', '#src/broadcasts/overlay.ts'],
  ['src/swaps/SwapCard.tsx', '#src/broadcasts/ranking.ts'],
  ['src/swaps/SwapCard.tsx', '#src/outbox/Strip.tsx'],
  ['src/swaps/SwapCard.tsx', '#src/app/app.ts'],
  ['src/swaps/SwapCard.tsx', '#contract/openapi.ts'],
  ['src/outbox/OutboxStrip.tsx', '#src/broadcasts/BroadcastCard.tsx'],
  ['src/outbox/OutboxStrip.tsx', '../layout/AppLayout.tsx'],
  ['src/startup/boot.ts', '#contract/broadcasts/broadcasts.ts'],
  ['src/install/InstallCard.tsx', '#src/layout/AppLayout.tsx'],
  ['src/install/install-method.ts', '#src/broadcasts/queries.ts'],
  ['src/layout/AppLayout.tsx', '#src/cache/useLive.ts'],
  ['src/layout/AppLayout.tsx', '@tanstack/react-query'],
  ['src/routes/index.tsx', '#src/app/app.ts'],
  ['src/routes/index.tsx', '../main.tsx'],
  ['src/routes/index.tsx', '#server/db/open.ts'],
  ['src/routes/index.tsx', '../../sw/avatars.ts'],
  ['src/app/app.ts', '#src/broadcasts/queries.ts'],
  ['src/app/app.ts', '#src/ui/Button.tsx'],
  ['src/app/app.ts', '#server/app.ts'],
  ['sw/avatars.ts', '#src/cache/useLive.ts'],
  ['sw/avatars.ts', '../src/broadcasts/queries.ts'],
  ['sw/avatars.ts', '#server/app.ts'],
  ['sw/avatars.ts', 'react'],
  ['server/backup/backup.ts', '#server/accounts/index.ts'],
  ['server/backup/backup.ts', '#server/telemetry/log.ts'],
  ['server/telemetry/log.ts', '#server/http/refusal.ts'],
  ['server/metrics/queues.ts', '#server/queue/boss.ts'],
  ['server/metrics/queues.ts', '#server/listening/index.ts'],
  ['server/queue/boss.ts', '#server/queues.ts'],
  ['server/queue/boss.ts', '#server/http/gate.ts'],
  ['server/http/api.ts', '#server/queue/boss.ts'],
  ['server/queues.ts', '#server/queue/boss.ts'],
  ['server/listening/store.ts', 'pg-boss'],
  ['server/config/config.ts', '#server/db/open.ts'],
  ['server/config/config.ts', '#contract/errors.ts'],
  ['server/app.ts', '#src/api/call.ts'],
  ['server/app.ts', '../sw/avatars.ts'],
  ['server/db/open.ts', '#server/http/route.ts'],
  ['server/db/open.ts', '#contract/errors.ts'],
  ['server/db/embedded/process.ts', '../../http/route.ts'],
  ['server/http/route.ts', '#server/accounts/index.ts'],
  ['server/http/route.ts', '#src/api/call.ts'],
  ['server/activity/posts.ts', '#server/accounts/index.ts'],
  ['server/activity/post.ts', '#server/broadcasts/index.ts'],
  ['src/instance/Invitations.tsx', '#src/outbox/OutboxStrip.tsx'],
  ['src/moderation/ReportQueue.tsx', '#src/broadcasts/overlay.ts'],
  ['src/notifications/NotificationCard.tsx', '#src/messages/overlay.ts'],
  ['src/notifications/deep/card.ts', '../../messages/actions.ts'],
  ['src/notifications/pushed/to-changes.ts', '#src/messages/queries.ts'],
  ['src/notifications/pushed/deep/it.ts', '../../queries.ts'],
  ['src/recaps/WeekReport.tsx', '#src/broadcasts/overlay.ts'],
  ['src/recaps/cards/CardDialog.tsx', '#src/broadcasts/overlay.ts'],
  ['server/recaps/swaps.ts', '#server/swaps/store.ts'],
  ['server/recaps/deep/swaps.ts', '#server/swaps/store.ts'],
  ['server/audit/audit.ts', '#server/http/refusal.ts'],
  ['server/instance/sign-up.ts', '#server/accounts/index.ts'],
  ['server/mail/deliver-mail.ts', '#server/accounts/index.ts'],
  ['server/accounts/store.ts', 'nodemailer'],
  ['server/accounts/store.ts', '@simplewebauthn/server'],
  ['server/accounts/passkeys/verify.ts', '#server/mail/index.ts'],
  ['server/accounts/pictures/upload.ts', '#server/mail/index.ts'],
  ['server/accounts/store.ts', 'openid-client'],
  ['server/accounts/single-sign-on/flows.ts', '#server/mail/index.ts'],
  ['server/listening/store.ts', 'sharp'],
  ['server/listening/covers/covers.ts', '#server/mail/index.ts'],
  ['server/music-services/shared-links/look-up.ts', '#server/accounts/index.ts'],
  ['server/music-services/musicbrainz/look-up-tracks.ts', '#server/broadcasts/index.ts'],
  ['server/moderation/measures.ts', '#server/broadcasts/store.ts'],
  ['server/previews/routes.ts', 'sharp'],
  ['server/previews/deep/it.ts', '#server/broadcasts/store.ts'],
  ['server/previews/picture/draw-text.ts', '#server/db/open.ts'],
  ['server/previews/picture/deep/it.ts', '#server/http/route.ts'],
  ['server/push/content.ts', '#server/mail/index.ts'],
  ['server/status/routes.ts', 'web-push'],
  ['server/operation/routes.ts', '#server/queue/boss.ts'],
  ['server/operation/routes.ts', '#server/backup/backup.ts'],
  ['server/accounts/store.ts', '#server/listening/index.ts'],
  ['server/listening/store.ts', '#server/broadcasts/index.ts'],
  ['server/listening/listens/listens.ts', '#server/music-services/index.ts'],
  ['server/music-services/relays/store.ts', '#server/broadcasts/index.ts'],
  ['server/import-formats/koito.ts', '#server/db/open.ts'],
  ['server/listening/store.ts', '#server/accounts/store.ts'],
  ['server/broadcasts/store.ts', '#server/messages/index.ts'],
  ['server/messages/store.ts', '#server/swaps/index.ts'],
  ['server/swaps/store.ts', '#server/accounts/routes.ts'],
  ['server/swaps/store.ts', '../broadcasts/store.ts'],
  ['server/queues.ts', '#server/listening/store.ts'],
  ['server/demo/community.ts', '#server/swaps/store.ts'],
  ['server/web/files.ts', '#src/api/call.ts'],
  ['server/admin/main.ts', '#server/accounts/store.ts'],
  ['server/reports/store.ts', '#server/messages/store.ts'],
  ['server/ownership/privacy.ts', '#server/reports/store.ts'],
  ['server/ownership/export/zip.ts', '#server/messages/store.ts'],
  ['src/downloads/download.ts', '#src/broadcasts/overlay.ts'],
  ['server/downloads/read-batch.ts', '#server/messages/store.ts'],
  ['server/status/routes.ts', '#server/messages/store.ts'],
  ['src/status/queries.ts', '#src/broadcasts/overlay.ts'],
]

/** Imports that section 2 allows and no wall may reject. */
const crossings: typeof violations = [
  ['contract/accounts/profile.ts', 'valibot'],
  ['src/api/call.ts', '#contract/errors.ts'],
  ['src/offline/drain/drain.ts', '#src/api/errors.ts'],
  ['src/broadcasts/senders.ts', '#src/offline/outbox/action.ts'],
  ['src/session/senders.ts', '#src/broadcasts/senders.ts'],
  ['src/cache/useLive.ts', '#src/offline/outbox/outbox.ts'],
  ['src/swaps/overlay.ts', './actions.ts'],
  ['src/swaps/senders.ts', './actions.ts'],
  ['src/swaps/queries.ts', './overlay.ts'],
  ['src/swaps/SwapCard.tsx', '#src/broadcasts/queries.ts'],
  ['src/swaps/SwapCard.tsx', '#src/listening/charts/TrackPicker.tsx'],
  ['src/outbox/OutboxStrip.tsx', '#src/ui/Button.tsx'],
  ['src/routes/index.tsx', '#src/broadcasts/Feed.tsx'],
  ['src/app/app.ts', './router.ts'],
  ['src/app/app.ts', '#src/offline/device/member.ts'],
  ['src/swaps/overlay.ts', '#src/offline/outbox/pending.ts'],
  ['sw/replay.ts', '#src/session/senders.ts'],
  ['server/db/embedded/process.ts', '../open.ts'],
  ['server/db/embedded/process.ts', '#server/config/config.ts'],
  ['server/http/route.ts', '#contract/endpoint.ts'],
  ['server/swaps/routes.ts', '#server/accounts/index.ts'],
  ['server/demo/community.ts', '#server/swaps/index.ts'],
  ['server/accounts/routes.ts', '#server/mail/index.ts'],
  ['server/admin/main.ts', '#server/reports/index.ts'],
  ['server/app.ts', '#server/swaps/routes.ts'],
  ['server/app.ts', '#contract/openapi.ts'],
]

interface Report {
  readonly message: string
  readonly code: string
  readonly filename: string
  readonly help?: string
}

const lint = (folder: string, ...args: string[]) =>
  new Promise<Report[]>((done, fail) => {
    const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint')
    execFile(
      process.execPath,
      [oxlint, '-f', 'json', ...args, '.'],
      { cwd: folder, maxBuffer: 2 ** 26 },
      (_, stdout, stderr) => {
        try {
          const { diagnostics }: { diagnostics: Report[] } = JSON.parse(stdout)
          done(diagnostics)
        } catch {
          fail(new Error(`oxlint did not answer with JSON: ${stdout} ${stderr}`))
        }
      },
    )
  })

/** Creates an empty tree with the project's own rules, for test files. */
async function plantedTree(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walls-'))
  for (const name of ['oxlint.config.ts', 'config/walls.ts', 'package.json', 'tsconfig.base.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'tsconfig.json'), '{ "extends": "./tsconfig.base.json" }')
  const plant = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const all = [...violations, ...crossings]
  for (const file of new Set(all.map(([name]) => name))) {
    const imports = all.filter(([name]) => name === file)
    await plant(file, imports.map(([, imported], at) => `export { it as it${at} } from '${imported}'\n`).join(''))
  }
  await plant('src/ui/cycle-a.ts', "import type { B } from './cycle-b.ts'\nexport type A = B | 1\n")
  await plant('src/ui/cycle-b.ts', "import type { A } from '#src/ui/cycle-a.ts'\nexport type B = A | 2\n")
  await plant('src/ui/hidden.ts', "export type Hidden = import('#src/swaps/queries.ts').It\n")
  await plant('src/ui/late.ts', "export const late = () => import('#src/swaps/queries.ts')\n")
  await plant('server/mail/send.ts', "export const host = process.env['MAIL']\n")
  return folder
}

describe('the walls', () => {
  let folder: string
  let reports: readonly Report[]
  const wallReports = () => reports.filter(({ code }) => code === 'eslint(no-restricted-imports)')
  const refused = (file: string, imported: string) =>
    wallReports().some((report) => report.filename === file && report.message.startsWith(`'${imported}'`))

  beforeAll(async () => {
    folder = await plantedTree()
    reports = await lint(folder)
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(violations)('%s may not import %s', (file, imported) => {
    expect(refused(file, imported)).toBe(true)
  })
  test.each(crossings)('%s may import %s', (file, imported) => {
    expect(refused(file, imported)).toBe(false)
  })
  test('every wall rejects at least one import', () => {
    const met = new Set(wallReports().map(({ help }) => help))
    expect(walls.map(({ sentence }) => sentence).filter((sentence) => !met.has(sentence))).toEqual([])
  })
  test('a cycle of types alone, through an alias, is found', () => {
    const inCircle = reports.filter(({ code }) => code === 'import(no-cycle)').map(({ filename }) => filename)
    expect(inCircle).toEqual(expect.arrayContaining(['src/ui/cycle-a.ts', 'src/ui/cycle-b.ts']))
  })
  test('a dynamic import is rejected at a wall', () => {
    expect(refused('src/ui/late.ts', '#src/swaps/queries.ts')).toBe(true)
  })
  test('an inline type import, which no wall can check, is rejected as such', () => {
    const codes = reports.filter(({ filename }) => filename === 'src/ui/hidden.ts').map(({ code }) => code)
    expect(codes).toContain('typescript(consistent-type-imports)')
  })
  test('only server/config/config.ts reads the environment', () => {
    const codes = reports.filter(({ filename }) => filename === 'server/mail/send.ts').map(({ code }) => code)
    expect(codes).toContain('node(no-process-env)')
  })
})
