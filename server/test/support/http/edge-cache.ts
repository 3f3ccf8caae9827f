import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFromRoot } from '../project-files.ts'

interface CacheOptions {
  readonly folder: string
  readonly port: number
  readonly servicePort: number
}

/** The blocks of a language in the guide for operators. */
async function documentedBlocks(language: string): Promise<readonly string[]> {
  const page = await readFromRoot('docs/operating/scale-out.md')
  return page
    .split(`\`\`\`${language}\n`)
    .slice(1)
    .map((rest) => rest.split('```')[0] ?? '')
}

/** Runs Debian's Varnish by the guide's VCL and parameters. */
export async function startVarnish({ folder, port, servicePort }: CacheOptions): Promise<ChildProcess> {
  const page = await readFromRoot('docs/operating/scale-out.md')
  const [vcl = ''] = await documentedBlocks('vcl')
  const [, parameters = ''] = /^\*\*Varnish\*\*.*?`(-p [^`]+)`/m.exec(page) ?? []
  const file = join(folder, 'byname.vcl')
  await writeFile(file, vcl.replace('"3000"', `"${servicePort}"`))
  // As any user, and with nothing else listening.
  const own = ['-F', '-j', 'none', '-n', join(folder, 'varnish'), '-a', `127.0.0.1:${port}`, '-f', file]
  const options = [...own, '-s', 'malloc,32m', ...parameters.split(' ')]
  return spawn('varnishd', options, { stdio: 'ignore' })
}

/** Runs Debian's nginx with the lines of the guide. */
export async function startCachingNginx({ folder, port, servicePort }: CacheOptions): Promise<ChildProcess> {
  const [path = '', location = ''] = await documentedBlocks('nginx')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}
    http {
      access_log off; ${temporary}
      ${path.replace('/var/cache/nginx/byname', `${folder}/cache`)}
      server {
        listen 127.0.0.1:${port};
        large_client_header_buffers 4 64k;
        location /ccip/ { proxy_pass http://127.0.0.1:${servicePort}; ${location} }
      }
    }`,
  )
  return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
}
