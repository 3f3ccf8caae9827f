/** Options of `api`'s methods for an operation with a file, which the document describes as a string (`format: binary`). */
export function fileBody(file: File) {
  const form = new FormData()
  form.set('file', file)
  return { body: { file: file.name }, bodySerializer: () => form }
}
