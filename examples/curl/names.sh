#!/bin/sh
# A name with nothing but curl: free, issued, read, resolved.
#   BYNAME_API_KEY=<key> sh names.sh [label]
set -eu
: "${BYNAME_API_KEY:?is a key of the service, that of the sandbox in data/sandbox.json}"
: "${BYNAME_URL:=http://127.0.0.1:3000}" "${DOMAIN:=demo.eth}" "${CHAIN_ID:=1}"
label=${1:-ada}
name=$label.$DOMAIN
holder=0x70997970C51812dc3A010C7d01b50e0d17dc79C8

# The key is read from a file descriptor, so that no list of processes shows it.
call() {
  curl -sS --fail-with-body -H 'content-type: application/json' -K - "$@" <<END
header = "x-api-key: $BYNAME_API_KEY"
END
  echo
}

# With the key of a repeated request in `Idempotency-Key`, its response comes again.
issue() {
  call "$BYNAME_URL/ens/v2/subnames" -H "idempotency-key: $1" -d '{
    "username": "'"$label"'", "ensDomain": "'"$DOMAIN"'", "chainId": '"$CHAIN_ID"', "overrideSignatureCheck": true,
    "addresses": [{ "coinType": 60, "address": "'"$holder"'" }],
    "text": [{ "key": "url", "value": "https://example.com/'"$label"'" }]
  }'
}

echo "Is $name free?"
call "$BYNAME_URL/ens/v1/subname/available?subname=$name&chainId=$CHAIN_ID"

echo "Issue it to $holder:"
issue "issue-$$"

echo 'As the registry has it:'
call "$BYNAME_URL/byname/v1/names/$name?chainId=$CHAIN_ID"

echo 'As wallets resolve it, through the chain and the gateway:'
call "$BYNAME_URL/byname/v1/names/$name/resolution?chainId=$CHAIN_ID"

echo 'A name has one holder: issued again, it is refused with a sentence, and curl fails.'
issue "issue-again-$$" || true
