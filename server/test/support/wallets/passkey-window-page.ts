/**
 * In place of the page of Base Account: the other side of the protocol of its library. Keys are agreed by a handshake (ECDH on P-256) and
 * kept; requests are encrypted by them (AES-GCM). A request is shown, and done when the visitor presses its button. The window closes
 * itself afterwards. The binding `passkeys` is that of `passkey-window.ts`.
 */
const script = `
const curve = { name: 'ECDH', namedCurve: 'P-256' }
const toHex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (hex) => Uint8Array.from(hex.match(/../g), (digits) => Number.parseInt(digits, 16))
const post = (message) => opener.postMessage({ id: crypto.randomUUID(), ...message }, '*')

async function ownKeys() {
  const stored = JSON.parse(localStorage.getItem('keys'))
  if (stored)
    return {
      privateKey: await crypto.subtle.importKey('jwk', stored[0], curve, true, ['deriveKey']),
      publicKey: await crypto.subtle.importKey('jwk', stored[1], curve, true, []),
    }
  const keys = await crypto.subtle.generateKey(curve, true, ['deriveKey'])
  const exported = [keys.privateKey, keys.publicKey].map((key) => crypto.subtle.exportKey('jwk', key))
  localStorage.setItem('keys', JSON.stringify(await Promise.all(exported)))
  return keys
}

async function secretWith(peer) {
  const key = await crypto.subtle.importKey('spki', fromHex(peer), curve, true, [])
  const { privateKey } = await ownKeys()
  const aes = { name: 'AES-GCM', length: 256 }
  return crypto.subtle.deriveKey({ name: 'ECDH', public: key }, privateKey, aes, false, ['encrypt', 'decrypt'])
}

async function respond({ id, sender }, result) {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const content = JSON.stringify({ result, data: { chains: { 1: '', 11155111: '' } } })
  const secret = await secretWith(sender)
  const cipherText = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, new TextEncoder().encode(content))
  const { publicKey } = await ownKeys()
  const spki = await crypto.subtle.exportKey('spki', publicKey)
  post({ requestId: id, sender: toHex(spki), content: { encrypted: { iv, cipherText } }, timestamp: new Date() })
}

async function createPasskey() {
  const { id, response } = await navigator.credentials.create({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      rp: { name: 'Base Account' },
      user: { id: crypto.getRandomValues(new Uint8Array(16)), name: 'visitor', displayName: 'Visitor' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  })
  const credential = { id, publicKey: '0x' + toHex(response.getPublicKey().slice(-64)) }
  localStorage.setItem('credential', JSON.stringify(credential))
  return credential
}

const knownPasskey = () => JSON.parse(localStorage.getItem('credential'))

async function perform({ action: { method, params }, chainId }) {
  const credential = knownPasskey() ?? (await createPasskey())
  if (method === 'wallet_connect') {
    const address = await passkeys({ kind: 'account', credential, chainId })
    return { value: { accounts: [{ address, capabilities: {} }] } }
  }
  if (method === 'personal_sign')
    return { value: await passkeys({ kind: 'sign', credential, chainId, data: params[0] }) }
  return { error: { code: 4200, message: method + ' is not supported.' } }
}

function show(message, request) {
  const button = document.createElement('button')
  const connects = request.action.method === 'wallet_connect'
  button.textContent = connects
    ? knownPasskey() ? 'Sign in' : 'Create a passkey'
    : 'Confirm on chain ' + request.chainId
  button.addEventListener('click', () => {
    button.remove()
    perform(request)
      .catch((error) => ({ error: { code: -32000, message: error.message } }))
      .then((result) => respond(message, result))
      .then(close)
  })
  document.body.replaceChildren(button)
}

addEventListener('message', async ({ data, source }) => {
  if (source !== opener || !data.content) return
  const { handshake, encrypted } = data.content
  if (handshake) return respond(data, { value: null })
  const secret = await secretWith(data.sender)
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: encrypted.iv }, secret, encrypted.cipherText)
  show(data, JSON.parse(new TextDecoder().decode(text)))
})
addEventListener('pagehide', () => post({ event: 'PopupUnload' }))
passkeys({ kind: 'ready' }).then(() => post({ event: 'PopupLoaded' }))
`

export const windowPage = `<!doctype html><title>Base Account</title><body><script>${script}</script>`
