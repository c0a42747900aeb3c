#!/usr/bin/env python3
"""A till with boto3: activates, reports its health, makes the test round trip.

    till.py http://127.0.0.1:8080 TAX_ID PIN
"""
import hashlib
import hmac
import json
import sys
import time
import urllib.error
import urllib.request

import boto3

api, tax_id, pin = sys.argv[1:4]


def call(method, path, body=None, keys=None):
    """A call to the platform, signed with the issued API credentials where there are any."""
    data = b"" if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    if keys:
        at = str(int(time.time()))
        text = "\n".join([method, path, at, hashlib.sha256(data).hexdigest()])
        signature = hmac.new(keys["secret"].encode(), text.encode(), hashlib.sha256).hexdigest()
        headers |= {"X-Api-Key": keys["apiKey"], "X-Timestamp": at, "X-Signature": signature}
    request = urllib.request.Request(api + path, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            answer = response.read()
            return response.status, json.loads(answer) if answer else None
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def say(what, how):
    print(f"{what:<12} {how}")


software = {"softwareName": "till.py", "softwareVersion": "1"}
_, pos = call("POST", "/merchant/v1/pos/activate", {"merchantTaxId": tax_id, "pinCode": pin, **software})
if not pos["success"]:
    say("activation", pos["failureReason"])
    sys.exit(1)
say("activation", f"profile {pos['integrationProfileId']}")
keys, queue = pos["apiConfiguration"], pos["queueConfiguration"]

# boto3 takes its host from the region, not from the queue URL: without endpoint_url it would call AWS.
sqs = boto3.client(
    "sqs",
    endpoint_url=api,
    region_name=queue["region"],
    aws_access_key_id=queue["accessKeyId"],
    aws_secret_access_key=queue["secretAccessKey"],
)

say("health", call("POST", "/merchant/v1/pos/health", {"healthy": True, **software}, keys)[0])
say("test call", call("POST", "/merchant/v1/async/test", None, keys)[0])

answer = sqs.receive_message(QueueUrl=queue["queueUrl"], WaitTimeSeconds=20, MessageAttributeNames=["All"])
message = answer["Messages"][0]
envelope = json.loads(message["Body"])
say("received", envelope["messageKind"])
path = f"/merchant/v1/async/{envelope['messageKind']}/{envelope['messageId']}"
say("callback", call("POST", path, {"nonce": envelope["payload"]["nonce"]}, keys)[0])
sqs.delete_message(QueueUrl=queue["queueUrl"], ReceiptHandle=message["ReceiptHandle"])
say("deleted", envelope["messageId"])
