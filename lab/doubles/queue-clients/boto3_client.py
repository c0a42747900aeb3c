"""Answers one JSON line per JSON line: {"settings", "operation", "input"} in, {"ok", ...} out."""
import json
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

clients = {}


def client_of(settings):
    """Making a client costs a tenth of a second, so that each is kept."""
    key = json.dumps(settings)
    if key not in clients:
        clients[key] = boto3.client(
            "sqs",
            endpoint_url=settings["endpoint"],
            region_name=settings["region"],
            aws_access_key_id=settings["accessKeyId"],
            aws_secret_access_key=settings["secretAccessKey"],
            config=Config(retries={"max_attempts": 0}),
        )
    return clients[key]


for line in sys.stdin:
    call = json.loads(line)
    try:
        output = client_of(call["settings"])._make_api_call(call["operation"], call["input"])
        output.pop("ResponseMetadata", None)
        answer = {"ok": True, "output": output}
    except ClientError as error:
        answer = {"ok": False, "code": error.response["Error"]["Code"], "message": str(error)}
    except Exception as error:
        answer = {"ok": False, "code": type(error).__name__, "message": str(error)}
    print(json.dumps(answer, default=str), flush=True)
