"""Prints the metrics of polemos in a page, as Prometheus' client for Python reads them: type and name a line.

    metrics.py PAGE

Exit status 3: prometheus_client is not installed.
"""

import sys

try:
    from prometheus_client.parser import text_string_to_metric_families
except ImportError as error:
    print(error)
    sys.exit(3)

with open(sys.argv[1]) as page:
    found = [(family.type, family.name) for family in text_string_to_metric_families(page.read())]
for kind, name in sorted(found):
    if name.startswith("polemos_"):
        print(kind, name)
