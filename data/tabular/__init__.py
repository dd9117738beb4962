"""Files of records in any form: delimited text, JSON, JSON lines, Parquet and workbooks, read in flat memory."""

from data.tabular.cells import Cells, text_of
from data.tabular.forms import ENDINGS, records_of
from data.tabular.records import Form, Found, Reading, Records

__all__ = ["ENDINGS", "Cells", "Form", "Found", "Reading", "Records", "records_of", "text_of"]
