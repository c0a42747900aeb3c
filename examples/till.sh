#!/bin/sh
# A till in plain curl: activates, reports its health, makes the test round trip.
#   till.sh http://127.0.0.1:8080 TAX_ID PIN
set -eu
API=$1 TAX_ID=$2 PIN=$3
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

json() { # json EXPRESSION < FILE: a member of a JSON text
  node -p "JSON.parse(require('fs').readFileSync(0)).$1"
}

say() { printf '%-12s %s\n' "$1" "$2"; }

curl -sf "$API/merchant/v1/pos/activate" -o "$WORK/pos.json" -H 'Content-Type: application/json' \
  -d '{"merchantTaxId":"'"$TAX_ID"'","pinCode":"'"$PIN"'","softwareName":"till.sh","softwareVersion":"1"}'
if [ "$(json success < "$WORK/pos.json")" != true ]; then
  say activation "$(json failureReason < "$WORK/pos.json")"
  exit 1
fi
say activation "profile $(json integrationProfileId < "$WORK/pos.json")"
KEY=$(json apiConfiguration.apiKey < "$WORK/pos.json")
SECRET=$(json apiConfiguration.secret < "$WORK/pos.json")
QUEUE=$(json queueConfiguration.queueUrl < "$WORK/pos.json")

signed() { # signed METHOD PATH [BODY]: a call with the issued API credentials; prints the body, then the status
  AT=$(date +%s)
  HASH=$(printf %s "${3:-}" | openssl sha256 -r | cut -d' ' -f1)
  SIGNATURE=$(printf '%s\n%s\n%s\n%s' "$1" "$2" "$AT" "$HASH" | openssl sha256 -r -hmac "$SECRET" | cut -d' ' -f1)
  curl -s -X "$1" "$API$2" -w '\n%{http_code}' -H 'Content-Type: application/json' \
    -H "X-Api-Key: $KEY" -H "X-Timestamp: $AT" -H "X-Signature: $SIGNATURE" -d "${3:-}"
}

sqs() { # sqs ACTION INPUT: a queue call with the issued queue credentials
  curl -sf "$API/" --aws-sigv4 "aws:amz:$(json queueConfiguration.region < "$WORK/pos.json"):sqs" \
    -u "$(json queueConfiguration.accessKeyId < "$WORK/pos.json"):$(json queueConfiguration.secretAccessKey < "$WORK/pos.json")" \
    -H "X-Amz-Target: AmazonSQS.$1" -H 'Content-Type: application/x-amz-json-1.0' -d "$2"
}

say health "$(signed POST /merchant/v1/pos/health '{"healthy":true,"softwareName":"till.sh","softwareVersion":"1"}' | tail -1)"
say 'test call' "$(signed POST /merchant/v1/async/test | tail -1)"

sqs ReceiveMessage '{"QueueUrl":"'"$QUEUE"'","WaitTimeSeconds":20}' > "$WORK/message.json"
json 'Messages[0].Body' < "$WORK/message.json" > "$WORK/envelope.json"
ID=$(json messageId < "$WORK/envelope.json")
say received "$(json messageKind < "$WORK/envelope.json")"
say callback "$(signed POST "/merchant/v1/async/Test/$ID" '{"nonce":"'"$(json payload.nonce < "$WORK/envelope.json")"'"}' | tail -1)"
sqs DeleteMessage '{"QueueUrl":"'"$QUEUE"'","ReceiptHandle":"'"$(json 'Messages[0].ReceiptHandle' < "$WORK/message.json")"'"}' > /dev/null
say deleted "$ID"
