import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { createSelfSigned } from './certificates.ts'

/** A TLS server in front of an http server on this machine, for clients that use https only. */
export interface TlsFront {
  readonly port: number
  /** The path to its certificate, which has signed itself. */
  readonly certificate: string
  readonly close: () => void
}

/** Starts a TLS server for a host name that forwards the decrypted bytes to a port. */
export async function startTlsFront(target: number, host = 'localhost'): Promise<TlsFront> {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-tls-'))
  const files = createSelfSigned(folder, 'front', host)
  const options = { cert: readFileSync(files.certificate), key: readFileSync(files.key) }
  const server = createTlsServer(options, (socket) => forward(socket, target))
  const port = await listenOnAnyPort(server)
  return {
    port,
    certificate: files.certificate,
    close() {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts an http proxy that connects every host to one port. */
export async function startConnectProxy(
  target: number,
): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      forward(socket, target)
    })
    socket.on('error', () => socket.destroy())
  })
  return { port: await listenOnAnyPort(server), close: () => server.close() }
}

function forward(socket: Socket, target: number): void {
  const upstream = connect(target, '127.0.0.1')
  for (const end of [socket, upstream]) {
    end.on('error', () => {
      socket.destroy()
      upstream.destroy()
    })
  }
  socket.pipe(upstream).pipe(socket)
}

const listenOnAnyPort = (server: TcpServer): Promise<number> =>
  new Promise((resolve) => {
    // The address for a server that listens on a port.
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
