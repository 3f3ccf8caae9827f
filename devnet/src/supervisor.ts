/**
 * Runs the program named by its arguments for as long as its own standard input is open, then kills it. The process
 * that starts a supervisor holds the other end of that pipe, which the system closes when that process exits, even by
 * SIGKILL; so no supervised process is left over.
 */
import { spawn } from 'node:child_process'

const [program = '', ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
function kill() {
  return child.kill('SIGKILL')
}

process.stdin.on('close', kill).on('error', kill).resume()
process.on('SIGTERM', kill).on('SIGINT', kill).on('SIGHUP', kill)

child.on('error', (error) => process.stderr.write(error.message, () => process.exit(1)))
child.on('exit', (code) => process.exit(code ?? 1))
