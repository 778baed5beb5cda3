/** The health check of a container: exits with code 0 if the server of this machine responds. */
import { configFromEnvironment } from './config.ts'

const { host, port } = configFromEnvironment()
const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
const response = await fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(8000) })
if (!response.ok) throw new Error(`/api/health responds with ${response.status}.`)
