import { afterAll } from 'vitest'
import { dropDatabases } from './database.ts'
import { closeTestServers } from './test-server.ts'

// Runs for every test file. The modules run once per worker: a hook in them would belong to the
// first file only.
afterAll(async () => {
  await closeTestServers()
  await dropDatabases()
})
