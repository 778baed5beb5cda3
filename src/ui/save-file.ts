/** Time for the browser to read the file, in ms, before its URL is revoked. */
const READ_MS = 60_000

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
