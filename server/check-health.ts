/**
 * The health check of a container: exits with code 0 if the server of this machine responds. Not
 * whether its database does: a supervisor would restart the server, which recovers by itself.
 */
import { configFromEnvironment } from './config/config.ts'
import { LIVENESS_PATH } from './http/checks.ts'

const { host, port } = configFromEnvironment()
const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
const response = await fetch(`http://${name}:${port}${LIVENESS_PATH}`, { signal: AbortSignal.timeout(8000) })
if (!response.ok) throw new Error(`${LIVENESS_PATH} responds with ${response.status}.`)
