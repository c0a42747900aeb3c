"""Answers one JSON line per JSON line: {"operation", "input"} in, {"ok", ...} out."""
import json
import os
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

settings = json.loads(os.environ["CONTRACT_CLIENT"])
sqs = boto3.client(
    "sqs",
    endpoint_url=settings["endpoint"],
    region_name=settings["region"],
    aws_access_key_id=settings["accessKeyId"],
    aws_secret_access_key=settings["secretAccessKey"],
    config=Config(retries={"max_attempts": 0}),
)
for line in sys.stdin:
    call = json.loads(line)
    try:
        output = sqs._make_api_call(call["operation"], call["input"])
        output.pop("ResponseMetadata", None)
        answer = {"ok": True, "output": output}
    except ClientError as error:
        answer = {"ok": False, "code": error.response["Error"]["Code"], "message": str(error)}
    except Exception as error:
        answer = {"ok": False, "code": type(error).__name__, "message": str(error)}
    print(json.dumps(answer, default=str), flush=True)
