import { readFromRoot } from './project-files.ts'

/** The instructions of the Dockerfile, one a line. */
export async function instructions(): Promise<readonly string[]> {
  return (await readFromRoot('Dockerfile'))
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
}

export async function instruction(word: string): Promise<string> {
  const line = (await instructions()).findLast((candidate) => candidate.startsWith(`${word} `))
  if (!line) throw new Error(`The Dockerfile has no ${word}.`)
  return line.slice(word.length + 1)
}
